import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { listFile, municipalityList } from '../../scripts/geocoder/municipality-list.ts';
import { rows } from './national.ts';

test('the page of municipalities with streets is that of the data', () => {
  assert.equal(readFileSync(listFile, 'utf8'), municipalityList(rows));
});
