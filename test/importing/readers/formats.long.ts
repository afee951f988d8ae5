import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Parcel } from '#domain/property/parcels.ts';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { seeded } from '../../seeded.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { countConnections, eachFlip, greekGridTriangle, refusal } from './files.ts';
import { ogr2ogr } from './gdal/ogr2ogr.ts';
import {
  dataPage,
  dictionaryPage,
  geo,
  geometry,
  parquet,
  plainBytes,
  run,
} from './parquet/parquet-writer.ts';

// GDAL as an independent oracle: the same parcels, written by it in every format and coordinate
// system, are the same parcels again when we read them.
const { path: folder, put } = temporaryFolder();

const next = seeded(7);

/** A star around a point in Greece, so that no edge crosses another. */
function star(longitude: number, latitude: number, radius: number, corners: number) {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const length = radius * (0.6 + 0.4 * next());
    return [longitude + length * Math.cos(angle), latitude + length * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

function parcelOf(i: number) {
  const [longitude, latitude] = [20 + 9 * next(), 35 + 6 * next()];
  const outline = star(longitude, latitude, 0.0005, 5 + (i % 20));
  const hole = star(longitude, latitude, 0.0001, 6).reverse();
  const island = star(longitude + 0.002, latitude, 0.0003, 7);
  const geometry =
    i % 3 === 0
      ? { type: 'Polygon', coordinates: [outline] }
      : i % 3 === 1
        ? { type: 'Polygon', coordinates: [outline, hole] }
        : { type: 'MultiPolygon', coordinates: [[outline, hole], [island]] };
  const kaek = i === 5 ? '12098ΕΚ00029' : `05068${String(1_726_000 + i)}`;
  return { type: 'Feature', properties: { KAEK: kaek, DESCR: 'Οικόπεδο, «γωνία»' }, geometry };
}

const features = Array.from({ length: 40 }, (_, i) => parcelOf(i));
const source = put('source.geojson', JSON.stringify({ type: 'FeatureCollection', features }));

async function read(path: string, options: DatasetOptions = {}): Promise<Map<string, Parcel>> {
  const reader = await openReader(path, options.layer);
  const toRow = parcels.open(reader, options);
  const rows = new Map<string, Parcel>();
  for await (const item of reader.features()) {
    assert.ok(!isUnreadable(item), JSON.stringify(item));
    const row = toRow(item as Feature);
    rows.set(row.kaek, row);
  }
  return rows;
}

const expected = await read(source);
assert.equal(expected.size, 40);

/** Every corner of one within a centimetre of the corner of the other nearest to it. */
function assertSame(actual: Map<string, Parcel>, tolerance = 1e-7): void {
  assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort());
  for (const [kaek, parcel] of actual) {
    const wanted = expected.get(kaek)!;
    assert.equal(parcel.geometry.type, wanted.geometry.type, kaek);
    const [corners, others] = [cornersOf(parcel), cornersOf(wanted)];
    assert.equal(corners.length, others.length, kaek);
    for (const [x, y] of corners) {
      const gaps = others.map(([a, b]) => Math.max(Math.abs(a - x), Math.abs(b - y)));
      const nearest = Math.min(...gaps);
      assert.ok(nearest < tolerance, `${kaek}: ${nearest} degrees`);
    }
    assert.ok(Math.abs(parcel.areaM2 / wanted.areaM2 - 1) < tolerance * 1e4, kaek);
  }
}

function cornersOf({ geometry }: Parcel): [number, number][] {
  const depth = geometry.type === 'Polygon' ? 1 : 2;
  return geometry.coordinates.flat(depth as 1) as unknown as [number, number][];
}

const systems = [4326, 4258, 4121, 2100, 3857, 32634, 32635, 25834, 25835];

interface Written {
  readonly driver: string;
  readonly ending: string;
  readonly options?: readonly string[];
  readonly systems?: readonly number[];
  /** Whether the file contains its coordinate system. */
  readonly isSilent?: true;
  readonly tolerance?: number;
}

const formats: readonly Written[] = [
  { driver: 'GeoJSON', ending: 'json', options: ['-lco', 'COORDINATE_PRECISION=12'] },
  { driver: 'ESRI Shapefile', ending: 'shp', options: ['-lco', 'ENCODING=UTF-8'] },
  { driver: 'GPKG', ending: 'gpkg' },
  { driver: 'FlatGeobuf', ending: 'fgb' },
  { driver: 'GML', ending: 'gml', options: ['-dsco', 'FORMAT=GML3.2'] },
  { driver: 'GML', ending: 'gml2.gml', options: ['-dsco', 'FORMAT=GML2'] },
  { driver: 'KML', ending: 'kml', systems: [4326] },
  { driver: 'LIBKML', ending: 'kmz', systems: [4326] },
  { driver: 'CSV', ending: 'csv', options: ['-lco', 'GEOMETRY=AS_WKT'], isSilent: true },
  { driver: 'OpenFileGDB', ending: 'gdb', options: ['-nlt', 'MULTIPOLYGON'] },
  { driver: 'MapInfo File', ending: 'mif', systems: [4326, 3857, 32634, 25835] },
];

for (const { driver, ending, options = [], isSilent, tolerance, ...format } of formats) {
  for (const epsg of format.systems ?? systems) {
    test(`${driver} (.${ending}) in EPSG:${epsg} has the same parcels`, async () => {
      const path = `${folder}/parcels-${epsg}.${ending}`;
      ogr2ogr(['-f', driver, '-t_srs', `EPSG:${epsg}`, ...options, path, source]);
      assertSame(await read(path, isSilent ? { srid: epsg } : {}), tolerance);
    });
  }
}

test('MapInfo with Greek names in CP1253, in the Greek Grid that it does not name, is read', async () => {
  const path = `${folder}/greek.tab`;
  const renamed = readFileSync(source, 'utf8').replaceAll(/"kaek":/gi, '"ΚΑΕΚ":');
  const greek = put('greek.geojson', renamed);
  const into = ['-f', 'MapInfo File', '-t_srs', 'EPSG:2100', '-lco', 'ENCODING=CP1253'];
  ogr2ogr([...into, path, greek]);
  assertSame(await read(path, { srid: 2100 }), 1e-6);
  await assert.rejects(read(path), /does not say in which coordinate system it is; .* --srid/);
  const neutral = `${folder}/neutral.tab`;
  ogr2ogr([...into.slice(0, 4), neutral, greek]);
  await assert.rejects(read(neutral, { srid: 2100 }), /not in UTF-8; .*"WindowsGreek"/);
});

test('a closed line of DXF is an area, in the system of --srid', async () => {
  const ring = star(23.7, 38, 0.001, 9);
  const outline = { type: 'LineString', coordinates: ring };
  const line = { type: 'Feature', properties: {}, geometry: outline };
  const path = `${folder}/plan.dxf`;
  ogr2ogr(['-f', 'DXF', '-t_srs', 'EPSG:2100', path, put('lines.geojson', JSON.stringify(line))]);
  const reader = await openReader(path);
  const [item, ...more] = await Array.fromAsync(reader.features());
  assert.deepEqual([reader.epsg, more], [undefined, []]);
  const { geometry, properties } = item as Feature;
  assert.equal(properties.Layer, '0');
  const toRow = parcels.open(reader, { srid: 2100, kaekColumn: 'KAEK' });
  const row = toRow({ number: 1, properties: { KAEK: '050681726003' }, geometry });
  const nearest = cornersOf(row).map(([x, y]) =>
    Math.min(...ring.map(([a, b]) => Math.max(Math.abs(a! - x), Math.abs(b! - y)))),
  );
  assert.ok(Math.max(...nearest) < 1e-7);
});

test('sheets of a workbook are tables, with the first row as header', async () => {
  const csv = put('places.csv', 'place_type,lat,lon\nbank,38,23.5\nclinic,38.1,23.6\n');
  for (const ending of ['xlsx', 'ods']) {
    const path = `${folder}/places.${ending}`;
    ogr2ogr(['-f', ending.toUpperCase(), path, csv]);
    const items = await Array.fromAsync((await openReader(path)).features());
    const rows = items.map(item => (item as Feature).properties);
    const read = rows.map(row => [row.place_type, Number(row.lat), Number(row.lon)].join(' '));
    assert.deepEqual(read, ['bank 38 23.5', 'clinic 38.1 23.6']);
  }
});

test('flipped bits in GeoParquet give an error or rows', async () => {
  const words = dataPage(Buffer.concat([Buffer.of(1), run(3, 1)]), { values: 3, encoding: 8 });
  const pages = [dictionaryPage(plainBytes(['a', 'b']), 2), words];
  const wkb = dataPage(plainBytes([toWkb(greekGridTriangle)]));
  const columns = [{ name: 'KAEK', type: 6, pages }, geometry(wkb, wkb, wkb)];
  await eachFlip(parquet(columns, { rows: 3, geo: geo() }), async flipped => {
    await refusal(openReader, put('flipped.parquet', flipped));
  });
});

test('GDAL connects to no address in a file', async t => {
  const { url, count } = await countConnections(t);
  const view = `!Table\n!Version 100\nOpen Table "/vsicurl/${url}.tab" Hide\nOpen Table "plots" Hide\n
    Create View plan As\nSelect KAEK\nFrom plots, evil\nWhere plots.KAEK = evil.KAEK\n`;
  const files: Record<string, string> = {
    'view.tab': view,
    'address.tab': url,
    'address.topojson': `{"type":"Topology","objects":{},"arcs":[],"url":"${url}"}`,
    'virtual.dxf': `<OGRVRTDataSource><OGRVRTLayer name="a"><SrcDataSource>/vsicurl/${url}.csv</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`,
    'virtual.gpx': `<?xml version="1.0"?><!DOCTYPE gpx SYSTEM "${url}"><gpx><wpt lat="38" lon="23"><link href="${url}"/></wpt></gpx>`,
    'service.mif': `<OGRWFSDataSource><URL>${url}</URL></OGRWFSDataSource>`,
  };
  for (const [name, content] of Object.entries(files))
    await refusal(openReader, put(name, content));
  assert.equal(count(), 0);
});
