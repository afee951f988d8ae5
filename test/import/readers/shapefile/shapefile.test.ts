import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import test from 'node:test';
import { isUnreadable } from '../../../../src/files/unreadable.ts';
import type { RawGeometry } from '../../../../src/import/readers/reader.ts';
import { openShapefile } from '../../../../src/import/readers/shapefile/shapefile.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachCut, eachFlip, readAll, refusal } from '../files.ts';
import {
  type DbfColumn,
  dbf,
  nullShape,
  partsShape,
  pointShape,
  pointsShape,
  shp,
} from './shapefile-writer.ts';

const { path: folder, put } = temporaryFolder();

type Ring = [number, number][];
/** A square ring that runs clockwise, as outer rings do. */
const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];
const hole = (x: number, y: number, size: number): Ring => square(x, y, size).reverse();

const id: DbfColumn = { name: 'id', type: 'N', width: 4 };
const name: DbfColumn = { name: 'name', type: 'C', width: 20 };

interface Parts {
  readonly shp?: Buffer;
  readonly dbf?: Buffer;
  readonly cpg?: string;
  readonly prj?: string;
}

/** Writes a Shapefile of the given parts; returns the path of its .shp. */
function make({ shp: shapes = shp(1, [pointShape(1, 2)]), ...others }: Parts): string {
  const files: Record<string, string | Buffer | undefined> = {
    dbf: dbf([id], [['1']]),
    ...others,
  };
  for (const ending of ['dbf', 'cpg', 'prj']) {
    const content = files[ending];
    if (content === undefined) rmSync(`${folder}/some.${ending}`, { force: true });
    else put(`some.${ending}`, content);
  }
  return put('some.shp', shapes);
}

async function geometryOf(type: number, content: Buffer): Promise<RawGeometry | null | string> {
  const [item] = await readAll(openShapefile, make({ shp: shp(type, [content]) }));
  return isUnreadable(item!) ? item.problem : item!.geometry;
}

async function valuesOf(column: DbfColumn, value: string | Buffer, parts: Parts = {}) {
  const table = dbf([column], [[value]]);
  const [item] = await readAll(openShapefile, make({ dbf: table, ...parts }));
  return isUnreadable(item!) ? item.problem : Object.values(item!.properties)[0];
}

test('records have their row, their number, and null as geometry when it is empty', async () => {
  const path = make({
    shp: shp(1, [pointShape(1, 2), nullShape, pointShape(5, 6)]),
    dbf: dbf(
      [id, name],
      [
        ['1', 'one'],
        ['2', ''],
        ['3', 'three'],
      ],
    ),
  });
  const reader = await openShapefile(path);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    {
      number: 1,
      properties: { id: 1, name: 'one' },
      geometry: { type: 'Point', coordinates: [1, 2] },
    },
    { number: 2, properties: { id: 2, name: null }, geometry: null },
    {
      number: 3,
      properties: { id: 3, name: 'three' },
      geometry: { type: 'Point', coordinates: [5, 6] },
    },
  ]);
  assert.equal(reader.unit, 'record');
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('records may be counted from 0, and deleted rows are skipped', async () => {
  const path = make({
    shp: shp(1, [pointShape(1, 2), pointShape(3, 4)], 0),
    dbf: dbf([id], [['1'], ['2']], { deleted: [0] }),
  });
  const items = await readAll(openShapefile, path);
  assert.deepEqual(
    items.map(({ number }) => number),
    [2],
  );
});

test('every kind of shape is read, without Z and M', async () => {
  const line: Ring = [
    [0, 0],
    [1, 1],
  ];
  assert.deepEqual(await geometryOf(11, pointShape(1, 2, 11)), {
    type: 'Point',
    coordinates: [1, 2],
  });
  assert.deepEqual(await geometryOf(8, pointsShape(line)), {
    type: 'MultiPoint',
    coordinates: line,
  });
  assert.deepEqual(await geometryOf(3, partsShape(3, [line])), {
    type: 'LineString',
    coordinates: line,
  });
  assert.deepEqual(await geometryOf(23, partsShape(23, [line, line])), {
    type: 'MultiLineString',
    coordinates: [line, line],
  });
  const heights = Buffer.concat([partsShape(15, [square(0, 0, 9)]), Buffer.alloc(56)]);
  assert.deepEqual(await geometryOf(15, heights), {
    type: 'Polygon',
    coordinates: [square(0, 0, 9)],
  });
  assert.deepEqual(await geometryOf(5, partsShape(5, [])), {
    type: 'MultiPolygon',
    coordinates: [],
  });
});

test('holes belong to the smallest polygon around them', async () => {
  const [land, lake, island, pond] = [
    square(0, 0, 90),
    hole(10, 10, 50),
    square(20, 20, 20),
    hole(25, 25, 5),
  ];
  const other = square(200, 0, 10);
  assert.deepEqual(await geometryOf(5, partsShape(5, [lake, land])), {
    type: 'Polygon',
    coordinates: [land, lake],
  });
  assert.deepEqual(await geometryOf(5, partsShape(5, [pond, lake, other, land, island])), {
    type: 'MultiPolygon',
    coordinates: [[other], [land, lake], [island, pond]],
  });
});

test('rings that all have the wrong direction are sorted too', async () => {
  const [land, lake, other] = [hole(0, 0, 90), square(10, 10, 50), hole(200, 0, 10)];
  assert.deepEqual(await geometryOf(5, partsShape(5, [lake, land, other])), {
    type: 'MultiPolygon',
    coordinates: [[land, lake], [other]],
  });
});

test('a hole that touches its polygon belongs to it, and one outside all is a polygon', async () => {
  const touching = hole(0, 0, 5)
    .slice(1)
    .concat([[5, 0]]);
  const [land, other, stray] = [square(0, 0, 90), square(100, 0, 10), hole(300, 0, 5)];
  assert.deepEqual(await geometryOf(5, partsShape(5, [land, other, touching, stray])), {
    type: 'MultiPolygon',
    coordinates: [[land, touching], [other], [stray]],
  });
});

test('too many rings are refused quickly', { timeout: 20_000 }, async () => {
  const rings = Array.from({ length: 20_000 }, (_, i) => (i % 2 ? hole(i, 0, 1) : square(i, 0, 2)));
  assert.match(String(await geometryOf(5, partsShape(5, rings))), /too many rings/);
});

test('a damaged shape is reported, and the next ones are read', async () => {
  const change = (at: number, value: number) => {
    const content = partsShape(5, [square(0, 0, 1), square(5, 5, 1)]);
    content.writeInt32LE(value, at);
    return content;
  };
  const nan = partsShape(5, [square(0, 0, Number.NaN)]);
  const bad = [
    change(0, 3),
    change(36, -1),
    change(36, 1e9),
    change(40, 1e9),
    change(40, -4),
    change(44, 7),
    change(48, 99),
    nan,
    Buffer.from([5, 0, 0, 0]),
  ];
  const path = make({
    shp: shp(5, [...bad, partsShape(5, [square(0, 0, 1)])]),
    dbf: dbf([id], Array(bad.length + 1).fill(['1'])),
  });
  const items = await readAll(openShapefile, path);
  assert.deepEqual(items.map(isUnreadable), [...bad.map(() => true), false]);
  for (const item of items.filter(isUnreadable)) assert.match(item.problem, /^geometry: /);
});

test('values are numbers, booleans, dates and texts', async () => {
  const cases: [string, string, unknown][] = [
    ['N', '12.50', 12.5],
    ['N', '-3', -3],
    ['F', '1.5e+03', 1500],
    ['N', '', null],
    ['N', '*****', null],
    ['N', '050681726003', '050681726003'],
    ['N', '12345678901234567890', '12345678901234567890'],
    ['N', '12,5', '12,5'],
    ['L', 'T', true],
    ['L', 'n', false],
    ['L', '?', null],
    ['D', '20250131', '2025-01-31'],
    ['D', '', null],
    ['C', ' x ', ' x'],
    ['C', 'ab\0junk', 'ab'],
    ['B', '\xff\xff', null],
  ];
  for (const [type, text, expected] of cases) {
    const width = 20;
    assert.deepEqual(await valuesOf({ name: 'x', type, width }, text), expected, `${type} ${text}`);
  }
});

const greek = (encoding: string, text: string): Buffer => {
  const decoder = new TextDecoder(encoding);
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Buffer.from([byte])));
  return Buffer.from(Array.from(text, letter => letters.indexOf(letter)));
};

test('the .cpg names the encoding, in any usual notation', async () => {
  for (const cpg of ['1253', 'windows-1253', 'CP1253\r\n', 'ANSI 1253']) {
    assert.equal(await valuesOf(name, greek('windows-1253', 'Άνδρος ¶'), { cpg }), 'Άνδρος ¶', cpg);
  }
  for (const cpg of ['ISO-8859-7', '8859_7', '88597', '28597', 'ISO 8859-7', 'iso88597']) {
    assert.equal(await valuesOf(name, greek('iso-8859-7', 'Άνδρος'), { cpg }), 'Άνδρος', cpg);
  }
  for (const cpg of ['UTF-8', 'utf8', '65001', '\ufeffUTF-8']) {
    assert.equal(await valuesOf(name, 'Άνδρος', { cpg }), 'Άνδρος', cpg);
  }
  const dos = Buffer.from([0x80, 0xe1, 0x9c]);
  assert.equal(await valuesOf(name, dos, { cpg: '737' }), 'Αάε');
  const mac = Buffer.from([0xb0, 0xc0, 0xe5]);
  for (const cpg of ['10006', 'MacGreek', 'x-mac-greek']) {
    assert.equal(await valuesOf(name, mac, { cpg }), 'Αάε', cpg);
  }
});

test('without .cpg the language byte decides the encoding, otherwise the bytes', async () => {
  const dos = Buffer.from([0x80, 0xe1, 0x9c]);
  const withLanguage = (language: number, value: Buffer) =>
    valuesOf(name, '', { dbf: dbf([name], [[value]], { language }) });
  assert.equal(await withLanguage(0x6a, dos), 'Αάε');
  assert.equal(await withLanguage(0, dos), 'Αάε');
  assert.equal(await withLanguage(0xcb, greek('windows-1253', 'Ύδρα')), 'Ύδρα');
  assert.equal(await withLanguage(0x57, greek('windows-1253', 'Ύδρα')), 'Ύδρα');
  assert.equal(await withLanguage(0, Buffer.from('Ύδρα')), 'Ύδρα');
});

test('an undeclared encoding is guessed from all rows, not from the first alone', async () => {
  // Μύλος, Λάρισα, Ξάνθη and Κέρκυρα as old Macs wrote them; the first may be windows-1253 too.
  const rows = ['bbe0eceff7', 'a4c0f2e9f3e1', 'a5c0eef5e8', 'badbf2ebf9f2e1'].map(hex =>
    Buffer.from(hex, 'hex'),
  );
  const path = make({
    shp: shp(
      1,
      rows.map(() => pointShape(1, 2)),
    ),
    dbf: dbf(
      [name],
      rows.map(row => [row]),
    ),
  });
  const reader = await openShapefile(path);
  const items = await Array.fromAsync(reader.features());
  assert.deepEqual(
    items.map(item => (isUnreadable(item) ? item.problem : item.properties.name)),
    ['Μύλος', 'Λάρισα', 'Ξάνθη', 'Κέρκυρα'],
  );
  assert.equal(reader.guessedEncoding?.(), 'MacGreek');
});

test('one Greek letter is enough to guess the encoding, and a text may have over 255 bytes', async () => {
  const letter: DbfColumn = { name: 'sector', type: 'C', width: 1 };
  const path = make({
    shp: shp(1, [pointShape(1, 2), pointShape(3, 4)]),
    dbf: dbf([letter], [[Buffer.from([0xc2])], [Buffer.from([0xc1])]]),
  });
  const items = await readAll(openShapefile, path);
  assert.deepEqual(
    items.map(item => (isUnreadable(item) ? item.problem : item.properties.sector)),
    ['Β', 'Α'],
  );
  const long = dbf([{ name: 'note', type: 'C', width: 300 }], [['x'.repeat(290)]]);
  long.writeUInt16LE(300, 48);
  assert.equal(await valuesOf(name, '', { dbf: long }), 'x'.repeat(290));
});

test('column names may be Greek, and equal after they were cut', async () => {
  const columns = ['ΕΜΒΑΔΟΝ', 'ΕΜΒΑΔΟΝ'].map(text => ({
    name: greek('windows-1253', text),
    type: 'N',
    width: 3,
  }));
  const [item] = await readAll(openShapefile, make({ dbf: dbf(columns, [['1', '2']]) }));
  assert.ok(item && !isUnreadable(item));
  assert.deepEqual(item.properties, { ΕΜΒΑΔΟΝ: 1, ΕΜΒΑΔΟΝ_2: 2 });
});

test('a character cut by the column width is dropped, and text in another encoding is reported', async () => {
  const narrow: DbfColumn = { name: 'n', type: 'C', width: 5 };
  assert.equal(await valuesOf(narrow, 'Ύδρα', { cpg: 'UTF-8' }), 'Ύδ');
  const told = await valuesOf(name, greek('windows-1253', 'Ύδρα'), { cpg: 'UTF-8' });
  assert.equal(told, 'name: not sound in the encoding of the file');
});

test('the .prj gives the EPSG number of known systems', async () => {
  const greekGrid =
    'PROJCS["Greek_Grid",GEOGCS["GCS_GGRS_1987",DATUM["D_GGRS_1987",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",24.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const wgs84 =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  const utm = (datum: string, meridian: number) =>
    greekGrid.replaceAll('GGRS_1987', datum).replace('n",24.0', `n",${meridian}.0`);
  const cases: [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    [greekGrid, 2100],
    [
      greekGrid.replace('Greek_Grid', 'GGRS87 / Greek Grid').replace('GCS_GGRS_1987', 'GGRS87'),
      2100,
    ],
    [greekGrid.replace('"False_Northing",0.0', '"False_Northing",-4000000.0'), undefined],
    [greekGrid.replace(/\]$/, ',AUTHORITY["EPSG","2100"]]'), 2100],
    [greekGrid.replace('UNIT["Meter",1.0]', 'UNIT["metre",1,AUTHORITY["EPSG","9001"]]'), 2100],
    [wgs84, 4326],
    ['GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]', 4326],
    [wgs84.replaceAll('WGS_1984', 'ETRS_1989'), 4258],
    [wgs84.replaceAll('WGS_1984', 'GGRS_1987'), 4121],
    [wgs84.replaceAll('WGS_1984', 'Tokyo'), undefined],
    [
      `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${wgs84},PROJECTION["Mercator_Auxiliary_Sphere"]]`,
      3857,
    ],
    [`PROJCS["WGS 84 / Pseudo-Mercator",${wgs84},PROJECTION["Mercator_1SP"]]`, 3857],
    [`PROJCS["WGS_1984_UTM_Zone_34N",${wgs84},PROJECTION["Transverse_Mercator"]]`, undefined],
    [utm('GGRS_1987', 21), undefined],
    [utm('WGS_1984', 21), 32634],
    [utm('WGS_1984', 27), 32635],
    [utm('WGS_1984', -15), 32628],
    [utm('WGS_1984', 24), undefined],
    [utm('WGS_1984', 21).replace('500000', '1500000'), undefined],
    [utm('ETRS_1989', 21), 25834],
    [utm('ETRS_1989', 27), 25835],
    ['PROJCS["x",AUTHORITY["EPSG","900913"]]', 3857],
    ['PROJCS["x",AUTHORITY["ESRI","102100"]]', 3857],
    ['PROJCRS["x",BASEGEOGCRS["y"],ID["EPSG",2100]]', 2100],
  ];
  for (const [prj, epsg] of cases) {
    const reader = await openShapefile(make(prj === undefined ? {} : { prj }));
    assert.equal(reader.epsg, epsg, prj);
  }
});

test('the name of the system in the .prj is returned unchanged', async () => {
  const cases: [string | undefined, string | undefined][] = [
    ['PROJCS["Greek_Grid_shifted",GEOGCS["GCS_GGRS_1987"]]', 'Greek_Grid_shifted'],
    ['  GEOGCS [ "My own" ]', 'My own'],
    ['+proj=tmerc +lat_0=0', '+proj=tmerc +lat_0=0'],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [prj, crsName] of cases) {
    const reader = await openShapefile(make(prj === undefined ? {} : { prj }));
    assert.equal(reader.crsName, crsName, prj);
  }
});

test('companion files may have extensions in capitals', async () => {
  put('CAPITAL.SHP', shp(1, [pointShape(1, 2)]));
  const path = put('CAPITAL.DBF', dbf([id], [['7']])).replace('.DBF', '.SHP');
  const [item] = await readAll(openShapefile, path);
  assert.ok(item && !isUnreadable(item));
  assert.deepEqual(item.properties, { id: 7 });
});

test('damage that makes the file unreadable is refused with its place', async () => {
  const two = shp(1, [pointShape(1, 2), pointShape(3, 4)]);
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(two);
    bytes.writeInt32BE(value, at);
    return bytes;
  };
  const rows = dbf([id], [['1'], ['2']]);
  const wide = dbf([id], [['1'], ['2']]);
  wide[48] = 200;
  const cases: [Parts, RegExp][] = [
    [{ shp: Buffer.from('not one'), dbf: rows }, /some\.shp: byte 7: ends in the middle/],
    [{ shp: changed(0, 9993), dbf: rows }, /some\.shp: byte 0: expected a Shapefile/],
    [{ shp: shp(31, []), dbf: rows }, /some\.shp: byte 32: shape type 31 is not read/],
    [{ shp: two.subarray(0, -4), dbf: rows }, /some\.shp: cut at byte 152, expected 156 bytes/],
    [{ shp: changed(128, 5), dbf: rows }, /some\.shp: byte 128: expected the header of record 2/],
    [
      { shp: changed(132, 0x7fffffff), dbf: rows },
      /byte 136: expected a shape of 4 to 20 bytes, got 4294967294/,
    ],
    [{ shp: changed(132, -5), dbf: rows }, /byte 136: expected a shape of 4 to 20 bytes, got -10/],
    [{ shp: two }, /some\.shp: holds over 1 shapes, while its \.dbf has 1 rows/],
    [{ dbf: rows }, /some\.shp: holds 1 shapes, while its \.dbf has 2 rows/],
    [{ shp: two, dbf: rows.subarray(0, -3) }, /some\.dbf: cut at byte 73, expected 75 bytes/],
    [{ shp: two, dbf: wide }, /some\.dbf: its columns are wider than its rows/],
    [{ shp: two, dbf: dbf([], []) }, /some\.dbf: byte 32: expected at least one column/],
    [{ shp: two, dbf: Buffer.alloc(40) }, /some\.dbf: byte 8: expected a dBase header/],
    [
      { cpg: 'Klingon' },
      /some\.shp: its \.cpg file names an encoding that is not known: "Klingon"/,
    ],
    [
      { cpg: 'constructor' },
      /some\.shp: its \.cpg file names an encoding that is not known: "constructor"/,
    ],
  ];
  for (const [parts, message] of cases) {
    assert.match((await refusal(openShapefile, make(parts))) ?? 'read', message);
  }
});

test('without a .dbf a Shapefile is refused', async () => {
  const told = await refusal(openShapefile, put('alone.shp', shp(1, [])));
  assert.match(told!, /alone\.shp: expected a \.dbf file of the same name beside it/);
});

test('cut files are refused, and flipped bits give records or a refusal', async () => {
  const rings = [square(0, 0, 9), hole(1, 1, 2), square(20, 0, 5)];
  const shapes = shp(5, Array(6).fill(partsShape(5, rings)));
  const table = dbf([id, name], Array(6).fill(['1', 'Ύδρα']));
  await eachCut(shapes, async cut =>
    assert.ok(await refusal(openShapefile, make({ shp: cut, dbf: table }))),
  );
  await eachCut(table.subarray(0, -1), async cut =>
    assert.ok(await refusal(openShapefile, make({ shp: shapes, dbf: cut }))),
  );
  await eachFlip(shapes, async flipped => {
    await refusal(openShapefile, make({ shp: flipped, dbf: table }));
  });
  await eachFlip(table, async flipped => {
    await refusal(openShapefile, make({ shp: shapes, dbf: flipped, cpg: 'UTF-8' }));
  });
});
