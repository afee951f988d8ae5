import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import {
  groundOf,
  type Municipality,
  withImportedBorders,
} from '#domain/geocoder/country/municipality.ts';
import { openMunicipalityNames } from '#domain/geocoder/country/municipality-names.ts';
import type { LinkedBoundary } from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { readGazetteer, readMunicipalUnits } from '#importing/shipped/gazetteer/gazetteer.ts';
import {
  bordersFile,
  readMunicipalities,
} from '#importing/shipped/gazetteer/municipality-borders.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { nearestOnLine } from '#tools/geo/earth.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { boundsOf, type PolygonGeometry, planarArea, polygonsOf } from '#tools/geo/polygon.ts';
import { checkedPolygons } from '#tools/geo/rings/ring-check.ts';
import { casesIn } from '../cases.ts';

let all: Municipality[];
let gazetteer: Awaited<ReturnType<typeof readGazetteer>>;
let find: ReturnType<typeof openMunicipalityNames>;
before(async () => {
  all = await readMunicipalities();
  gazetteer = await readGazetteer();
  find = openMunicipalityNames(all, { ...gazetteer, units: await readMunicipalUnits() });
});

test('the shipped borders are valid, small, and share their lines', () => {
  assert.ok(statSync(join(dataFolder, bordersFile)).size < 400_000);
  for (const { id, geometry } of all) {
    assert.notEqual(typeof checkedPolygons(polygonsOf(geometry)), 'string', id);
  }
  // Together they are one valid area, as large as all of them: none overlaps another.
  const country = groundOf(all);
  assert.notEqual(typeof checkedPolygons(polygonsOf(country)), 'string');
  const sum = all.reduce((area, { geometry }) => area + planarArea(geometry), 0);
  assert.ok(Math.abs(planarArea(country) / sum - 1) < 1e-9);
});

test('each municipality of the gazetteer has a border, with its main town inside or on its shore', () => {
  const ids = new Set(all.map(({ id }) => id));
  assert.equal(ids.size, 333);
  const areas = packAreas(all.map(({ geometry }) => geometry));
  for (const { id, seat, regionalUnit } of gazetteer.municipalities) {
    const at = all.findIndex(one => one.id === id);
    assert.equal(all[at]?.regionalUnit, regionalUnit, id);
    const { latitude, longitude } = seat!;
    const holding = areasAt(areas, longitude, latitude);
    const rings = polygonsOf(all[at]!.geometry).flat();
    const metres = () =>
      Math.min(...rings.map(ring => nearestOnLine(latitude, longitude, ring).metres));
    assert.ok(holding.includes(at) || (holding.length === 0 && metres() < 300), id);
  }
});

test('each municipality is found by its name of 2010 and of today, in both scripts, and by its code', () => {
  for (const one of all) {
    const whole = all.filter(({ code }) => code === one.code);
    const expected = (found: readonly (readonly Municipality[])[], ids: readonly Municipality[]) =>
      assert.deepEqual(found, [ids], `${one.id}: ${found.flat().map(({ id }) => id)}`);
    const [before] = one.namesOf2010 as [string];
    for (const name of [before, elot743(before).toUpperCase()]) {
      expected(find(`Δήμος ${name}`, one.regionalUnit), whole);
    }
    for (const name of [one.id, elot743(one.id)]) expected(find(name, one.regionalUnit), [one]);
    if (one.code !== null) expected(find(one.code, null), whole);
  }
});

test('names are found as tables have them, and namesakes by their regional unit', () => {
  for (const [name, unit, ids] of casesIn(`
    ΔΗΜΟΣ ΛΕΥΚΑΔΑΣ            |                      | Λευκάδας
    Lefkada                   |                      | Λευκάδας
    Δ. Αθηναίων               | Νομός Αττικής        | Αθηναίων
    Αγ. Παρασκευής            |                      | Αγίας Παρασκευής
    Βύρωνος                   |                      | Βύρωνα
    Ηράκλειο                  | Ν. Ηρακλείου         | Ηρακλείου
    Ηρακλείου                 | Βορείου Τομέα Αθηνών | Ηρακλείου Αττικής
    Ηρακλείου                 |                      | Ηρακλείου Αττικής, Ηρακλείου
    Κέρκυρα                   |                      | Κεντρικής Κέρκυρας και Διαποντίων Νήσων + Βόρειας Κέρκυρας + Νότιας Κέρκυρας
    Βόρειας Κέρκυρας          |                      | Βόρειας Κέρκυρας
    Kefalonia                 |                      | Αργοστολίου + Ληξουρίου + Σάμης
    Μυτιλήνη                  |                      | Μυτιλήνης
    Σάμης                     |                      | Σάμης
    Γαύδος                    | Χανίων               | Γαύδου
    Θάσου                     | Νομός Καβάλας        | Θάσου
    Καλαμπάκας                |                      | Μετεώρων
    Δ.Ε. Αξιού                |                      | Δέλτα
    Θέρμης                    | Π.Ε. Θεσσαλονίκης    | Θέρμης
    Αγίου Δημητρίου           | Κοζάνης              |
    Αθηναίων                  | Σελήνης              |
    Ατλαντίδας                |                      |
    9999                      |                      |
  `)) {
    const found = find(name!, unit || null).map(one => one.map(({ id }) => id).join(' + '));
    assert.equal(found.join(', '), ids, name);
  }
});

test('imported borders go before shipped ones, unless an extract cut them', () => {
  const athens = all.find(({ id }) => id === 'Αθηναίων')!;
  const { west, south, east, north } = boundsOf(athens.geometry);
  const border = (to: number) => {
    const geometry = asPolygon(west, south, to, north);
    return { kind: 'municipality', names: [], municipality: athens.id, geometry } as const;
  };
  const drawn = (...borders: LinkedBoundary[]) =>
    withImportedBorders(all, borders).filter((one, i) => one !== all[i]);
  assert.deepEqual(drawn(border(east)), [{ ...athens, geometry: border(east).geometry }]);
  assert.deepEqual(drawn(border(west + (east - west) / 10)), []);
  assert.deepEqual(drawn({ ...border(east), kind: 'municipal_unit' }), []);
});

const asPolygon = (west: number, south: number, east: number, north: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
