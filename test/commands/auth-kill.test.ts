import test from 'node:test';
import { killInStorms } from './auth-storm.ts';

test('the authentication service killed in a storm of logins and refreshes loses nothing', t =>
  killInStorms(t, 1));
