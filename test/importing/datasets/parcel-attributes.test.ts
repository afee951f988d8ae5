import assert from 'node:assert/strict';
import test from 'node:test';
import type { ParcelAttributes } from '#domain/property/parcels.ts';
import { mostCharacters } from '#importing/datasets/parcel-attributes.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import type { FeatureReader } from '#importing/readers/reader.ts';
import { polygon, rowOf } from './parcel-rows.ts';

const KAEK = '050681726003';

/** The attributes of a row, and the notes on it. */
function read(properties: Record<string, unknown>) {
  const notes: string[] = [];
  const note = (reason: string) => {
    if (!reason.startsWith('the code of a unit')) notes.push(reason);
  };
  const { attributes } = rowOf({ KAEK, ...properties }, polygon(), {}, { epsg: 4326 }, note);
  return { attributes, notes };
}

test('the columns of the Cadastre, and usual names of others, are kept', () => {
  const use = { address: 'Ματρόζου 32', main_use: '4000', description: 'Οικόπεδο' };
  const address = 'Ματρόζου 32, 11741 Αθήνα';
  const rows: [Record<string, unknown>, ParcelAttributes | undefined][] = [
    [
      {
        ...{ MAIN_USE: '4000', DESCR: ' Οικόπεδο\n με  κτίσμα ', ADDRESS: 'ΜΑΤΡΟΖΟΥ 32' },
        ...{ PROP_VERT: 0, PROP_HOR: '1', LINK: 'https://maps.example.gr/?kaek=1' },
        PERIMETER: 102.125,
      },
      {
        ...{ main_use: '4000', description: 'Οικόπεδο με κτίσμα', address: 'ΜΑΤΡΟΖΟΥ 32' },
        ...{ vertical_property: '0', horizontal_property: '1', perimeter: 102.125 },
        link: 'https://maps.example.gr/?kaek=1',
      },
    ],
    // As exports of the Cadastre write them, whose names have ten characters at most.
    [
      {
        ...{ ΔΙΕΥΘ: 'Ματρόζου 32', ΧΡΗΣΗ: '4000', ΠΕΡΙΓΡΑΦΗ: 'Οικόπεδο' },
        ...{ ΕΙΔΟΣ: 'Γεωτεμάχιο', ΕΝΤΟΣ: 'ΝΑΙ' },
      },
      { ...use, kind: 'Γεωτεμάχιο', town_plan: 'ΝΑΙ' },
    ],
    [{ ΟΔΟΣ: 'Ματρόζου', Αριθμός: 32, 'Τ.Κ.': 11741, ΠΟΛΗ: 'Αθήνα' }, { address }],
    [{ ADDRESS: address, TK: '11741', CITY: 'Αθήνα' }, { address }],
    [{ TK: '11741', NUMBER: 32 }, undefined],
    [{ MAIN_USE: ' ', DESCR: '<Null>', PROP_VERT: null, PROP_HOR: '-', PERIMETER: '' }, undefined],
    [{ PERIMETER: '1.520,50' }, { perimeter: 1520.5 }],
    [{ DESCR: { nested: true } }, undefined],
  ];
  for (const [row, attributes] of rows) {
    assert.deepEqual(read(row), { attributes, notes: [] }, JSON.stringify(row));
  }
});

test('what cannot be kept is noted and left out, and the row is kept', () => {
  const long = 'α'.repeat(mostCharacters + 1);
  const rows: [Record<string, unknown>, ParcelAttributes | undefined, RegExp][] = [
    [{ LINK: 'javascript:alert(1)' }, undefined, /^LINK: not kept, expected a link/],
    [{ LINK: 'file:///etc/passwd' }, undefined, /^LINK: not kept/],
    [{ LINK: 'https://user:secret@example.gr/' }, undefined, /^LINK: not kept/],
    [{ LINK: 'http://' }, undefined, /^LINK: not kept/],
    [{ LINK: `https://example.gr/${long}` }, undefined, /^LINK: not kept/],
    [{ DESCR: '<b>bold</b>' }, undefined, /^DESCR: HTML is not kept/],
    [{ DESCR: long }, { description: `${'α'.repeat(mostCharacters - 1)}…` }, /^DESCR: cut to 500/],
    [{ PERIMETER: 'many' }, undefined, /^PERIMETER: not kept, expected the perimeter in metres/],
    [{ PERIMETER: -5 }, undefined, /^PERIMETER: not kept/],
  ];
  for (const [properties, expected, note] of rows) {
    const { attributes, notes } = read(properties);
    assert.deepEqual(attributes, expected, JSON.stringify(properties));
    assert.equal(notes.length, 1);
    assert.match(notes[0]!, note);
  }
});

test('the row of a flat gives the parcel its address and perimeter, not its own use', () => {
  const own = { MAIN_USE: '5700', DESCR: 'Θέση στάθμευσης' };
  const row = { ...own, ADDRESS: 'Ματρόζου 32', PERIMETER: 90, KAEK: `${KAEK}/0/1` };
  assert.deepEqual(read(row), { attributes: { address: 'Ματρόζου 32', perimeter: 90 }, notes: [] });
});

test('columns that are not read are named once for a file', () => {
  const notes: string[] = [];
  const note = (reason: string, detail: string) => notes.push(`${reason}: ${detail}`);
  const toRow = parcels.open({ epsg: 4326 } as FeatureReader, {}, note);
  const properties = {
    ...{ KAEK, KAEK_NEW: KAEK, AREA: '', Shape_Area: '', lat: '', lon: '' },
    ...{ ΕΙΔΟΣ: 'x', OBJECTID: 1, ΙΔΙΟΚΤΗΤΗΣ: 'not kept', ΦΠΑ: 7 },
  };
  for (const number of [1, 2]) toRow({ number, properties, geometry: polygon() });
  assert.deepEqual(notes, ['columns that are not read: ΙΔΙΟΚΤΗΤΗΣ, ΦΠΑ']);
});
