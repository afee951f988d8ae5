import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import { osmPlaceRules } from '#importing/osm/rows/place-rows.ts';
import { KtimaError } from '#tools/errors.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { node } from './osm-subjects.ts';

const { path: folder } = temporaryFolder();
const path = join(folder, 'mapping.json');

const shipped = JSON.parse(readFileSync('data/osm-places.json', 'utf8'));

function readWith(changes: object) {
  writeFileSync(path, JSON.stringify({ ...shipped, ...changes }));
  return readOsmMapping(path);
}

test('a mapping of the operator decides what is a place', async () => {
  const rule = { place_type: 'bank', match: [{ tags: { office: 'financial' }, named: true }] };
  const rules = osmPlaceRules(await readWith({ rules: [rule] }), '2026-05-15');
  const places = (tags: string) => rules.placesOf(node(tags)).map(p => p.place.place_category);
  assert.deepEqual(places('office=financial name=Άλφα'), ['office=financial']);
  assert.deepEqual(places('office=financial'), []);
  assert.deepEqual(places('amenity=bank name=Άλφα'), []);
});

const bank = { place_type: 'bank', match: [{ tags: { amenity: 'bank' } }] };
const police = { place_type: 'police', match: [{ tags: { amenity: 'police' } }] };
const withRule = (rule: object) => ({ rules: [police, { ...bank, ...rule }] });

for (const [wrong, changes, sentence] of [
  ['an unknown type', withRule({ place_type: 'pub' }), /rule 2 \(pub\), place_type: expected "/],
  ['no match', { rules: [{ place_type: 'bank' }] }, /rule 1 \(bank\), match: expected a list/],
  ['an empty match', withRule({ match: [] }), /rule 2 \(bank\), match: expected at least one/],
  [
    'a match without tags',
    withRule({ match: [{ named: true }] }),
    /rule 2 \(bank\), match, 1: expected tags, the first with a value/,
  ],
  [
    'a misspelt field',
    withRule({ excludes: [] }),
    /rule 2 \(bank\), excludes: expected only place_type, match/,
  ],
  [
    'a distance that is none',
    withRule({ merge: { same: 'name', within_metres: -1 } }),
    /rule 2 \(bank\), merge, within_metres: expected a number above 0/,
  ],
  [
    'a level that is none',
    withRule({ exclude: [{ levels: { only: [9] } }] }),
    /rule 2 \(bank\), exclude, 1, levels, only, 1: expected a level from 0 to 8/,
  ],
  [
    'an unknown shared list',
    withRule({ exclude: ['constructor'] }),
    /rule 2 \(bank\), exclude, 1: expected one of not_open_to_all, .*, got "constructor"/,
  ],
  [
    'a phrase without words',
    withRule({ exclude: [{ name_like: ['*'] }] }),
    /rule 2 \(bank\), exclude, 1, name_like, 1: expected words/,
  ],
  [
    'a tag of another kind',
    withRule({ exclude: [{ tags: { access: 7 } }] }),
    /rule 2 \(bank\), exclude, 1, tags, access: expected a list/,
  ],
  ['a type twice', { rules: [bank, police, bank] }, /rule 3 \(bank\): expected one rule for each/],
  ['no rules', { rules: [] }, /rules: expected at least one/],
  ['a rule that is no object', { rules: [7] }, /rule 1: expected an object/],
] as const) {
  test(`a mapping with ${wrong} is refused with the position`, async () => {
    await assert.rejects(readWith(changes), error => {
      assert.ok(error instanceof KtimaError && error.code === 'BAD_DATA');
      assert.ok(error.message.startsWith(`${path}: `));
      assert.match(error.message, sentence);
      return true;
    });
  });
}

test('what is no JSON, and a file that is not there, are refused by name', async () => {
  writeFileSync(path, '{"rules": [');
  await assert.rejects(readOsmMapping(path), {
    code: 'BAD_DATA',
    message: /mapping\.json: .*JSON/,
  });
  const missing = join(folder, 'missing.json');
  const notThere = /missing\.json: there is no such file$/;
  await assert.rejects(readOsmMapping(missing), { code: 'BAD_DATA', message: notThere });
  await assert.rejects(readOsmMapping(folder), { message: /: expected a file, this is a folder$/ });
});
