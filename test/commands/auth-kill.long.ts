import test from 'node:test';
import { rounds } from '../sample.ts';
import { killInStorms } from './auth-storm.ts';

test('the authentication service killed in many storms of logins and refreshes loses nothing', t =>
  killInStorms(t, rounds(30, 14)));
