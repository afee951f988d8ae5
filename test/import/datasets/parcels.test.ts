import assert from 'node:assert/strict';
import test from 'node:test';
import { toGreekGrid } from '../../../src/geo/greek-grid.ts';
import type { Position } from '../../../src/geo/polygon.ts';
import type { DatasetOptions } from '../../../src/import/datasets/dataset.ts';
import {
  farFromPrefecture,
  parcelsCheckedBy,
} from '../../../src/import/datasets/parcel-prefecture.ts';
import { parcels } from '../../../src/import/datasets/parcels.ts';
import { farParcelsObjection } from '../../../src/import/far-parcels.ts';
import type { Feature, FeatureReader, RawGeometry } from '../../../src/import/readers/reader.ts';
import { openTally } from '../../../src/import/report.ts';
import type { DecimalSign } from '../../../src/notation/numbers.ts';
import { national } from '../../geocoder/national.ts';

const degrees: Position[] = [
  [23.73, 37.98],
  [23.7302, 37.98],
  [23.7302, 37.9802],
  [23.73, 37.98],
];
const polygon = (ring: readonly Position[] = degrees): RawGeometry => ({
  type: 'Polygon',
  coordinates: [ring],
});

function rowOf(
  properties: Feature['properties'],
  geometry: RawGeometry | null = polygon(),
  options: DatasetOptions = {},
  epsg: number | undefined = 4326,
) {
  const reader = { epsg } as FeatureReader;
  return parcels.open(reader, options)({ number: 1, properties, geometry });
}

test('the KAEK column is found by its usual names', () => {
  for (const name of [
    'KAEK',
    'kaek',
    'ΚΑΕΚ',
    'Κ.Α.Ε.Κ.',
    'kaek_code',
    'KAEK_NUM',
    'KAEK_NEW',
    'KAEK_ID',
    'KAEK12',
    'PROP_KAEK',
    'Κωδικός ΚΑΕΚ',
    'KΑEΚ',
    'nationalCadastralReference',
  ]) {
    assert.equal(rowOf({ x: 1, [name]: '050681726003/0/1' }).kaek, '050681726003', name);
  }
});

test('of several KAEK columns the most likely is used, and none may contradict it', () => {
  const code = '050681726003';
  assert.equal(rowOf({ PROP_KAEK: `${code}/0/1`, KAEK: code, KAEK_ID: 7 }).kaek, code);
  assert.equal(rowOf({ KAEK_OLD: '010020304050', KAEK_NEW: code }).kaek, code);
  assert.throws(() => rowOf({ KAEK_NEW: '050681726999', KAEK: code }), {
    name: 'Refused',
    message: /^KAEK_NEW: expected the same code as in KAEK, or one of them named with --kaek, got/,
  });
  const named = { kaekColumn: 'KAEK_NEW' };
  assert.equal(
    rowOf({ KAEK_NEW: '050681726999', KAEK: code }, polygon(), named).kaek,
    '050681726999',
  );
  assert.throws(() => rowOf({ KAEK_OLD: code }), { message: /no column looks like the KAEK/ });
});

test('a KAEK may mix Greek and Latin letters', () => {
  for (const code of ['12098ΕΚ00029', '12098EK00029', '12098EΚ00029', '12098εk00029']) {
    assert.equal(rowOf({ KAEK: code }).kaek, '12098ΕΚ00029');
  }
});

test('a lost first zero is restored and noted', () => {
  const notes: string[] = [];
  const toRow = parcels.open({ epsg: 4326 } as FeatureReader, {}, (reason, detail) =>
    notes.push(`${reason}: ${detail}`),
  );
  const kaek = (KAEK: unknown) =>
    toRow({ number: 1, properties: { KAEK }, geometry: polygon() }).kaek;
  for (const lost of [
    50681726003,
    '50681726003',
    '50681726003.0',
    '50681726003,00',
    ' 50681726003 ',
  ]) {
    assert.equal(kaek(lost), '050681726003', String(lost));
  }
  assert.equal(notes.length, 5);
  assert.equal(notes[0], 'KAEK: a first zero that was lost is put back: 050681726003');
  for (const whole of [120981726003, '120981726003', '120981726003.0', '050681726003']) {
    assert.equal(kaek(whole).length, 12);
  }
  assert.equal(notes.length, 5);
  for (const wrong of ['5068172600', '00681726003', '5.06817E+10', 50681726003.5]) {
    assert.throws(() => kaek(wrong), { name: 'Refused' }, String(wrong));
  }
});

test('a column with an unusual name can be given', () => {
  const row = rowOf({ CODE: '050681726003', M2: 5 }, polygon(), {
    kaekColumn: 'CODE',
    areaColumn: 'M2',
  });
  assert.deepEqual([row.kaek, row.areaM2], ['050681726003', 5]);
  assert.throws(() => rowOf({ A: 1, B: 2 }), {
    code: 'BAD_DATA',
    message: /no column looks like the KAEK.*A, B$/,
  });
  assert.throws(() => rowOf({ KAEK: '1' }, polygon(), { kaekColumn: 'CODE' }), {
    code: 'BAD_DATA',
    message: /^--kaek CODE: there is no such column, only KAEK$/,
  });
});

test('the registered area is used; without one the area is computed on the Greek Grid', () => {
  for (const [name, value, area] of [
    ['AREA', 10839.77, 10839.77],
    ['area', '412.50', 412.5],
    ['Εμβαδόν', '412,5', 412.5],
    ['ΕΜΒΑΔΟΝ (τ.μ.)', 7, 7],
    ['EMBADON', 7, 7],
    ['EMVADO', 7, 7],
    ['area_sqm', 7, 7],
    ['ΕΜΒΑΔΟΝ_ΤΜ', 7, 7],
    ['EMBAΔΟΝ', 7, 7],
  ] as const) {
    assert.equal(rowOf({ KAEK: '050681726003', [name]: value }).areaM2, area, name);
  }
  const measured = rowOf({ KAEK: '050681726003' }).areaM2;
  assert.ok(Math.abs(measured - 194.9) < 0.5, String(measured));
  for (const nothing of [null, '', 0]) {
    assert.equal(rowOf({ KAEK: '050681726003', AREA: nothing }).areaM2, measured);
  }
});

test('an area computed by a GIS program is used only if it fits the Greek Grid', () => {
  const notes: string[] = [];
  const toRow = parcels.open({ epsg: 4326 } as FeatureReader, {}, reason => notes.push(reason));
  const area = (properties: object) =>
    toRow({ number: 1, properties: { KAEK: '050681726003', ...properties }, geometry: polygon() })
      .areaM2;
  const measured = area({});
  const near = Math.round(measured);
  assert.notEqual(near, measured);
  assert.equal(area({ Shape_Area: near }), near);
  assert.equal(area({ Shape__Area: near * 2, AREA: near }), near);
  assert.equal(area({ Shape_Area: null }), measured);
  assert.deepEqual(notes, []);
  // On the plane of EPSG:3857, and in square degrees.
  assert.equal(area({ Shape_Area: measured * 1.6 }), measured);
  assert.equal(area({ Shape_Area: 2e-8 }), measured);
  assert.deepEqual(notes.length, 2);
  assert.match(
    notes[0]!,
    /^Shape_Area: not the area on the Greek Grid, which is measured instead$/,
  );
});

test('a registered area that does not fit the outline is stored and noted, with its probable cause', () => {
  const measured = rowOf({ KAEK: '050681726003' }).areaM2;
  const onWebMercator = measured / Math.cos((degrees[0]![1] * Math.PI) / 180) ** 2;
  const notesFor = (area: number, options: DatasetOptions = {}) => {
    const notes: string[] = [];
    const note = (reason: string, detail: string) => notes.push(`${reason}: ${detail}`);
    const toRow = parcels.open({ epsg: 4326 } as FeatureReader, options, note);
    const properties = { KAEK: '050681726003', ΕΜΒΑΔΟΝ: area };
    const row = toRow({ number: 1, properties, geometry: polygon() });
    return { notes, areaM2: row.areaM2 };
  };
  for (const [area, cause] of [
    [measured * 1.04, undefined],
    [measured * 0.96, undefined],
    [
      measured * 1.06,
      /^ΕΜΒΑΔΟΝ: more than 5 % from the area of the outline; stored as it is; --no/,
    ],
    [1400.5, /^ΕΜΒΑΔΟΝ: more than 5 %.*: 1400\.5, and the outline has 194\.\d m²$/],
    [measured / 1000, /^ΕΜΒΑΔΟΝ: a thousandth of .*, so probably stremmata instead of m²; /],
    [onWebMercator, /^ΕΜΒΑΔΟΝ: the area in EPSG:3857, which is not the area on the ground; /],
  ] as const) {
    const { notes, areaM2 } = notesFor(area);
    assert.equal(areaM2, area);
    assert.equal(notes.length, cause ? 1 : 0, `${area}: ${notes}`);
    if (cause) assert.match(notes[0]!, cause);
  }
  assert.deepEqual(notesFor(1400.5, { areaColumn: false }), { notes: [], areaM2: measured });
});

test('an area in text is read with the decimal sign of the file', () => {
  const area = (sign: DecimalSign | undefined, text: string) => {
    const reader = { unit: 'line', epsg: 4326, decimalSign: () => sign } as FeatureReader;
    const properties = { KAEK: '050681726003', AREA: text };
    return parcels.open(reader, {})({ number: 2, properties, geometry: polygon() }).areaM2;
  };
  assert.equal(area(',', '1.520'), 1520);
  assert.equal(area('.', '520.125'), 520.125);
  assert.throws(() => area('.', '1.520'), {
    code: 'BAD_DATA',
    message:
      'line 2: column AREA: 1.520 is 1520 with a decimal comma and 1.52 with a decimal point, and the outline has about 195 m²; choose --decimals comma or --decimals point',
  });
  assert.equal(area('.', '1.52'), 1.52);
  assert.equal(area(undefined, '1.520,5'), 1520.5);
  assert.throws(() => area(undefined, '1.520'), {
    code: 'BAD_DATA',
    message: /^line 2: column AREA: 1.520 is 1520 with a decimal comma and 1.52/,
  });
});

test('swapped coordinates are named', () => {
  const swapped = (epsg: number, ring: readonly Position[]) =>
    rowOf({ KAEK: '050681726003' }, polygon(ring.map(([x, y]): Position => [y, x])), {}, epsg);
  for (const [epsg, ring] of [
    [4326, degrees],
    [2100, degrees.map(toGreekGrid)],
  ] as const) {
    assert.throws(() => swapped(epsg, ring), {
      name: 'Refused',
      message: /^geometry: expected a place in Greece; the two coordinates are swapped, got/,
    });
  }
});

test('each row is read by its own columns, as some files have optional ones', () => {
  const toRow = parcels.open({ epsg: 4326 } as FeatureReader, {});
  const row = (properties: Feature['properties']) =>
    toRow({ number: 1, properties, geometry: polygon() });
  assert.notEqual(row({ KAEK: '050681726003' }).areaM2, 777);
  assert.equal(row({ KAEK: '050681726004', AREA: 777 }).areaM2, 777);
  assert.throws(() => row({}), { name: 'Refused', message: /^kaek: expected/ });
  assert.throws(() => row({ OTHER: 1 }), { name: 'Refused' });
});

test('coordinates are converted from the system of the file or of --srid', () => {
  const grid = degrees.map(toGreekGrid);
  for (const row of [
    rowOf({ KAEK: '050681726003' }, polygon(grid), {}, 2100),
    // GeoJSON without crs: EPSG:4326 by its standard, although the file does not name it.
    rowOf({ KAEK: '050681726003' }, polygon(grid), { srid: 2100 }, 4326),
  ]) {
    const [longitude, latitude] = (row.geometry.coordinates[0] as Position[])[1]!;
    assert.ok(Math.abs(longitude - 23.7302) < 1e-9 && Math.abs(latitude - 37.98) < 1e-9);
  }
  assert.throws(() => rowOf({ KAEK: '050681726003' }, polygon(), {}, 32633), {
    code: 'BAD_DATA',
    message:
      /^coordinates in EPSG:32633 are not read; convert the file to one of EPSG:2100, .*ogr2ogr/,
  });
  assert.throws(
    () =>
      parcels.open(
        { epsg: undefined } as FeatureReader,
        {},
      )({ number: 1, properties: { KAEK: '050681726003' }, geometry: polygon() }),
    {
      code: 'BAD_DATA',
      message: /give it with --srid/,
    },
  );
});

test('--srid may not contradict the file, except with --force-srid', () => {
  const open = (reader: Partial<FeatureReader>, options: DatasetOptions) =>
    parcels.open(
      reader as FeatureReader,
      options,
    )({
      number: 1,
      properties: { KAEK: '050681726003' },
      geometry: polygon(degrees.map(toGreekGrid)),
    });
  const wgs84 = { epsg: 4326, crsName: 'GCS_WGS_1984' };
  const shifted = { epsg: undefined, crsName: 'Greek_Grid_shifted' };
  assert.throws(() => open(wgs84, { srid: 2100 }), {
    code: 'BAD_DATA',
    message: '--srid 2100: the file says EPSG:4326, "GCS_WGS_1984"; --force-srid overrules it',
  });
  assert.throws(() => open(shifted, { srid: 2100 }), {
    code: 'BAD_DATA',
    message: '--srid 2100: the file says "Greek_Grid_shifted"; --force-srid overrules it',
  });
  assert.throws(() => open(shifted, {}), {
    code: 'BAD_DATA',
    message: /^its coordinate system, "Greek_Grid_shifted", is not understood; convert the file/,
  });
  for (const reader of [wgs84, shifted, { epsg: 2100, crsName: 'EPSG:2100' }]) {
    assert.equal(open(reader, { srid: 2100, forceSrid: true }).kaek, '050681726003');
  }
  assert.equal(open({ epsg: 2100, crsName: 'GGRS87' }, { srid: 2100 }).kaek, '050681726003');
});

test('heights are dropped, and a multipolygon of one piece is a polygon', () => {
  const raised = degrees.map(([x, y]) => [x, y, 12]);
  const row = rowOf({ KAEK: '050681726003' }, { type: 'MultiPolygon', coordinates: [[raised]] });
  assert.deepEqual(row.geometry, { type: 'Polygon', coordinates: [degrees] });
});

test('bad rows are refused with the field and the reason', () => {
  const kaek = { KAEK: '050681726003' };
  const cases: [() => unknown, RegExp][] = [
    [() => rowOf({ KAEK: '123' }), /^KAEK: expected 12 characters.*got "123"$/],
    [() => rowOf({ KAEK: null }), /^KAEK: expected/],
    [() => rowOf({ ...kaek, AREA: 'big' }), /^AREA: expected square metres, got "big"$/],
    [() => rowOf({ ...kaek, AREA: -5 }), /^AREA: expected square metres/],
    [() => rowOf(kaek, null), /^geometry: expected a polygon, got null$/],
    [
      () => rowOf(kaek, { type: 'Point', coordinates: [23, 38] }),
      /^geometry: expected a polygon, got "Point"$/,
    ],
    [
      () => rowOf(kaek, { type: 'Polygon', coordinates: [] }),
      /^geometry: expected lists of positions/,
    ],
    [
      () => rowOf(kaek, { type: 'Polygon', coordinates: [[['a', 1]]] }),
      /^geometry: expected positions of two numbers/,
    ],
    [
      () =>
        rowOf(
          kaek,
          polygon([
            [200, 38],
            [201, 38],
            [201, 39],
            [200, 38],
          ]),
        ),
      /^geometry: expected positions on the globe/,
    ],
    [
      () =>
        rowOf(
          kaek,
          polygon([
            [5.7, 50.8],
            [5.8, 50.8],
            [5.8, 50.9],
            [5.7, 50.8],
          ]),
        ),
      /^geometry: expected a place in Greece/,
    ],
    [
      () =>
        rowOf(
          kaek,
          polygon([
            [23, 38],
            [24, 39],
            [24, 38],
            [23, 39],
            [23, 38],
          ]),
        ),
      /sound polygon; the outline crosses itself$/,
    ],
    [
      () =>
        rowOf(
          kaek,
          polygon([
            [23, 38],
            [24, 39],
            [23, 38],
          ]),
        ),
      /fewer than three corners$/,
    ],
  ];
  for (const [attempt, message] of cases) assert.throws(attempt, { name: 'Refused', message });
});

test('a parcel far from the prefecture of its code is kept and noted', () => {
  const notes: string[] = [];
  const reader = { epsg: 4326 } as FeatureReader;
  const toParcel = parcelsCheckedBy(national).open(reader, {}, (reason, detail) =>
    notes.push(`${reason}: ${detail}`),
  );
  const codeAt = (KAEK: string, east: number, north: number) =>
    toParcel({
      number: 1,
      properties: { KAEK },
      geometry: polygon(degrees.map(([x, y]) => [x + east, y + north])),
    }).kaek;
  assert.equal(codeAt('050681726003', 0, 0), '050681726003');
  assert.equal(codeAt('190681726003', -0.79, 2.65), '190681726003');
  assert.deepEqual(notes, []);
  assert.equal(codeAt('050681726003', -0.79, 2.65), '050681726003');
  assert.equal(codeAt('999999999999', 1.7, -2.1), '999999999999');
  assert.deepEqual(notes, [
    'the parcel lies far from the prefecture of its code; is the coordinate system right?: ' +
      '050681726003: the prefecture 05, Αττικής, lies 269 km away',
    'the code is not one of a prefecture (01 to 51): 999999999999',
  ]);
});

test('a file is refused if most of its parcels, and not only a few, are far from their prefecture', () => {
  const objection = (far: number, right: number) => {
    const tally = openTally();
    for (let i = 0; i < far; i++) tally.note(farFromPrefecture, 'plots.shp, record 1');
    tally.keep(far + right);
    return farParcelsObjection(tally);
  };
  assert.equal(objection(9, 0), undefined);
  assert.equal(objection(10, 10), undefined);
  assert.match(objection(10, 9)!, /^10 of 19 parcels lie far .* Check --srid, or give --allow-far/);
});
