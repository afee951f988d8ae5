import assert from 'node:assert/strict';
import test from 'node:test';
import { buildings, yearIn } from '#importing/datasets/building-dataset.ts';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import type { FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import { corners } from '../../geo/square.ts';
import { building } from '../../service.ts';

function rowOf(
  properties: Record<string, unknown>,
  notes: string[] = [],
  options: DatasetOptions = {},
  geometry: RawGeometry | null = building.geometry as unknown as RawGeometry,
) {
  const reader = { epsg: 4326, unit: 'row' } as FeatureReader;
  const toRow = buildings.open(reader, options, (reason, detail) =>
    notes.push(`${reason}: ${detail}`),
  );
  return toRow({ number: 1, properties, geometry });
}

test('a building has its outline and what the file says of it', () => {
  const named = { id: 'way/7', name: 'Σπίτι', use: 'house' };
  const row = rowOf({ ...named, floors: '3', height: 9.5, year_built: '1985-06-01' });
  assert.deepEqual(row, building);
});

test('Greek headings and decimal commas are read; a column of the own name comes first', () => {
  const row = rowOf({
    Χρήση: 'Κατοικία',
    'Αριθμός ορόφων': '2',
    Ύψος: '6,5',
    'Έτος κατασκευής': 1972,
    'Υλικό κατασκευής': 'Σκυρόδεμα',
  });
  const { use, levels, heightMetres, constructionYear, material } = row;
  const values = [use, levels, heightMetres, constructionYear, material];
  assert.deepEqual(values, ['Κατοικία', 2, 6.5, 1972, 'Σκυρόδεμα']);
  assert.equal(rowOf({ floors: '5', levels: '4', storeys: '6' }).levels, 4);
});

test('a value that is no number or not likely is left out with a note; 0 is an unknown one', () => {
  const notes: string[] = [];
  const row = rowOf({ levels: 'ισόγειο', height: '5000', year: 'περίπου 1960' }, notes);
  assert.deepEqual([row.levels, row.heightMetres, row.constructionYear], [null, null, null]);
  assert.deepEqual(notes, [
    'levels: not kept, expected a number from 0.5 to 200: ισόγειο',
    'height: not kept, expected a number from 0.5 to 1000: 5000',
    'year: not kept, expected a year such as 1985: περίπου 1960',
  ]);
  const silent: string[] = [];
  const zeros = rowOf({ levels: '0.00', height: '0,0', year: '0' }, silent);
  assert.deepEqual([zeros.levels, zeros.heightMetres, zeros.constructionYear], [null, null, null]);
  assert.deepEqual(silent, []);
});

test('points, places abroad and endless outlines are refused', () => {
  const point = { type: 'Point', coordinates: [23.7, 37.9] };
  assert.throws(() => rowOf({}, [], {}, point), /geometry: expected a polygon, got "?Point/);
  const ring = corners('1.5 42.5, 1.501 42.5, 1.501 42.501, 1.5 42.5');
  const abroad = { type: 'Polygon', coordinates: [ring] };
  assert.throws(() => rowOf({}, [], {}, abroad), /geometry: expected a place in Greece/);
  assert.equal(rowOf({}, [], { anywhere: true }, abroad).levels, null);
  const many = Array.from({ length: 5_001 }, (_, i) => {
    const angle = (i / 5_000) * 2 * Math.PI;
    return [23.7 + 0.01 * Math.cos(angle), 37.9 + 0.01 * Math.sin(angle)];
  });
  many[5_000] = many[0]!;
  const round = { type: 'Polygon', coordinates: [many] };
  assert.throws(() => rowOf({}, [], {}, round), /at most 5000 positions, got 5001/);
});

test('an area of another kind is no building', () => {
  const ring = corners('23.7 37.9, 23.76 37.9, 23.7 37.91, 23.7 37.9');
  const municipality = { type: 'Polygon', coordinates: [ring] };
  assert.throws(() => rowOf({}, [], {}, municipality), /expected a building of at most 5000 m/);
});

test('years are exact ones', () => {
  const years = ['1960', '1960-05', '1960-05-02', '1960s', '~1960', 'C19', '0960', '1960..1970'];
  assert.deepEqual(years.map(yearIn).join(), '1960,1960,1960,,,,,');
});
