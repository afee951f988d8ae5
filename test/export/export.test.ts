import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import type { Parcel, ParcelAttributes, ParcelSrid } from '#domain/property/parcels.ts';
import {
  areaOfBox,
  areaOfGridBox,
  everywhere,
  type SearchArea,
} from '#domain/property/search-area.ts';
import type { Zone, ZoneGeometry } from '#domain/zones/zone.ts';
import { toKindSources } from '#domain/zones/zone-answer.ts';
import { addressDataset } from '#importing/datasets/address-dataset.ts';
import { parcels as parcelDataset } from '#importing/datasets/parcel-dataset.ts';
import { places as placeDataset } from '#importing/datasets/place-dataset.ts';
import { zonesOf } from '#importing/datasets/zone-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import { runImport } from '#importing/run-import.ts';
import {
  type ExportFormat,
  exportFormats,
  exportLayer,
  formatOf,
} from '#storage/export/export-layer.ts';
import { type ExportedLayer, exportedLayers, featuresOf } from '#storage/export/features.ts';
import { type Address, type NewPlace, replaceRows, type Store } from '#storage/store/store.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { corners, square } from '../geo/square.ts';
import { sampleOf } from '../sample.ts';
import { house, provenance, places as somePlaces } from '../service.ts';
import { engines } from '../store/engines.ts';
import { parcelsIn } from '../store/parcels-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { floods, zonesWith } from '../zones/generated.ts';

const { path: folder } = temporaryFolder();

const hole = (west: number, south: number, size: number) => square(west, south, size).toReversed();

/** The notch ends three millimetres before the opposite side. */
const notched = corners(
  '23.75 37.9, 23.7510001 37.90071234, 23.7510001 37.9009, 23.75050005 37.90035620000123, 23.75 37.9002, 23.75 37.9',
);

const attributes: ParcelAttributes[] = [
  {
    address: 'Ματρόζου 32, 11741 "Αθήνα"',
    main_use: '4000',
    description: '=1+1; α',
    vertical_property: '0',
    horizontal_property: '1',
    perimeter: 102.125,
    link: 'https://example.gr/?a=1&b=%20',
  },
  { perimeter: 1_000 },
];

/** Numbers with many digits, of two readings, and very small; outlines with holes and parts. */
const areas = [412.125, 1_234.567, 0.001, 900, 1_000_000];
const outlines: PolygonGeometry[] = [
  { type: 'Polygon', coordinates: [square(23.7, 37.9, 0.0001)] },
  { type: 'Polygon', coordinates: [square(1 / 0.0423, 37.91, 0.1 / 3_000)] },
  { type: 'Polygon', coordinates: [square(23.8, 38, 0.001), hole(23.8003, 38.0003, 0.0001)] },
  { type: 'Polygon', coordinates: [notched] },
  { type: 'MultiPolygon', coordinates: [[square(24, 38, 0.001)], [square(24.01, 38, 0.001)]] },
];
const parcels = outlines.map(
  (geometry, i): Parcel => ({
    kaek: i === 1 ? '12098ΕΚ00029' : `05068172600${i}`,
    areaM2: areas[i]!,
    geometry,
    ...(i < 2 && { attributes: attributes[i]! }),
  }),
);

const quoted = { name_en: 'a "quoted", name; with\nlines', name_gr: 'Καφενείο «Η Ωραία Ελλάς»' };
const places: NewPlace[] = [
  { ...somePlaces[0]!, ...quoted },
  { ...somePlaces[1]!, name_en: '=1+1', place_category: "'x", longitude: 23.000000000000004 },
  { ...somePlaces[2]!, external_id: null, name_en: null, latitude: 37.1 + 0.2 },
];

const addresses: Address[] = [
  { ...house, longitude: 23.123456789012344 },
  { ...house, externalId: null, houseNumber: '5Α, "β"', postalCode: null, city: null },
  { ...house, street: 'Αιόλου', houseNumber: null, reachMetres: 1_234.567 },
];

const line = corners(`23.7 37.9, ${1 / 0.0423} ${37.91 / 3 + 25}, 23.8 38`);
const shapes: ZoneGeometry[] = [
  ...parcels.map(({ geometry }) => geometry),
  { type: 'LineString', coordinates: line },
  { type: 'MultiLineString', coordinates: [line, square(24, 38, 0.001)] },
  { type: 'Point', coordinates: [23.123456789012344, 37.1 + 0.2] },
];
/** A field is a word of SQL. */
const order = { ...floods.fields[0]!, field: 'order' };
const set = { kind: { ...floods, fields: [...floods.fields, order] }, covers: null };
const zones: Zone[] = zonesWith(shapes, set).map((zone, i) => ({
  ...zone,
  label: i === 0 ? null : '=1+1; "α", β',
  attributes: { ...zone.attributes, ...(i > 0 && { depth: i / 3 }), order: `${i}` },
}));

const datasets = {
  zones: zonesOf(set),
  parcels: parcelDataset,
  places: placeDataset,
  addresses: addressDataset(() => house.municipality),
};

async function fill(store: Store): Promise<void> {
  await replaceRows(store, 'parcels', provenance, parcels);
  await replaceRows(store, 'places', provenance, places);
  await replaceRows(store, 'addresses', provenance, addresses);
  await replaceRows(store, 'zones', provenance, zones);
}

/** All rows of a layer without ids, which another import may give otherwise. */
async function rowsOf(store: Store, layer: ExportedLayer): Promise<unknown[]> {
  const [earth] = everywhere.boxes;
  if (layer === 'parcels') return parcelsIn(store, earth!, '', 99);
  if (layer === 'zones') {
    const { id } = (await zoneSources(store))[0]!;
    // The numbers of zones go on with each import of a dataset.
    return (await store.zonesOfSource(id, 0, 99)).map(({ number: _, ...zone }) => zone);
  }
  const rows = await store[layer === 'places' ? 'placesIn' : 'addressesIn'](earth!, -1, 99);
  return rows.map(({ id: _, ...row }) => structuredClone(row));
}

async function zoneSources(store: Store) {
  return toKindSources(await store.zoneSources());
}

async function exported(
  store: Store,
  layer: ExportedLayer,
  format: ExportFormat,
  area: SearchArea = everywhere,
): Promise<string> {
  let text = '';
  const write = async (more: string) => {
    text += more;
  };
  const plan = { layer, format, area, srid: 4326, zones: await zoneSources(store) } as const;
  await exportLayer(store, plan, { write, path: '' }, () => {});
  return text;
}

/** Exports to a file of any format, and returns its path. */
async function exportedFile(
  store: Store,
  layer: ExportedLayer,
  format: ExportFormat,
  srid: ParcelSrid = 4326,
): Promise<string> {
  const file = join(folder, `${layer}-${srid}.${format}`);
  await replaceFileBy(file, async (write, path) => {
    const plan = { layer, format, area: everywhere, srid, zones: await zoneSources(store) };
    await exportLayer(store, plan, { write, path }, () => {});
  });
  return file;
}

async function imported(store: Store, layer: ExportedLayer, file: string): Promise<void> {
  const request = { files: [file], source: 'back', licence: '', maxRefusedShare: 0, dryRun: false };
  const feed = featureFeed(datasets[layer] as typeof placeDataset, [file], {}, () => {});
  const report = await runImport(store, layer as 'places', request, feed);
  assert.ok(report.committed, JSON.stringify(report));
  // The areas of the parcels are not those of their outlines.
  const expected = /^area: more than 5 %|^columns ignored: fid\b/;
  const notes = report.notes.filter(({ reason }) => !expected.test(reason));
  assert.deepEqual([report.refused, notes], [[], []]);
}

for (const { name, newUrl, open } of sampleOf(engines)) {
  test(`${name}: every layer comes back from every format with identical rows`, async t => {
    const store = await open(t, await newUrl());
    await fill(store);
    const back = await open(t, await newUrl());
    for (const layer of exportedLayers) {
      const before = await rowsOf(store, layer);
      assert.ok(before.length >= 3);
      for (const format of exportFormats) {
        await imported(back, layer, await exportedFile(store, layer, format));
        assert.deepEqual(await rowsOf(back, layer), before, `${layer} as ${format}`);
      }
    }
  });

  test(`${name}: a box selects parcels that meet it and points in it`, async t => {
    const store = await open(t, await newUrl());
    await fill(store);
    const idsIn = async (layer: ExportedLayer, box: Parameters<typeof areaOfBox>[0]) =>
      (await exported(store, layer, 'geojsonseq', areaOfBox(box)))
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line).properties);
    const near = { west: 23.9, east: 24.005, south: 38, north: 38.1 };
    const [parcel, ...more] = await idsIn('parcels', near);
    assert.deepEqual([parcel.kaek, more], ['050681726004', []]);
    const inHole = { west: 23.80032, east: 23.80035, south: 38.00032, north: 38.00035 };
    assert.deepEqual(await idsIn('parcels', inHole), []);
    const crossing = await idsIn('zones', { ...near, west: 24.0005 });
    assert.equal(crossing.map(({ order }) => order).join(), '4,6');
    assert.deepEqual(await idsIn('zones', inHole), []);
    const atBank = { west: 23, east: 23, south: 37, north: 38.0001 };
    assert.equal((await idsIn('places', atBank)).length, 1);
    assert.equal((await idsIn('addresses', { ...near, west: 23.7, south: 37 })).length, 2);
    assert.equal((await idsIn('places', { west: 170, east: 23.5, south: 0, north: 90 })).length, 3);
  });

  test(`${name}: more rows than are read at a time all come, once`, async t => {
    const store = await open(t, await newUrl());
    const many = Array.from({ length: 2_500 }, (_, i) => ({ ...places[0]!, external_id: `n${i}` }));
    await replaceRows(store, 'places', provenance, many);
    const lines = (await exported(store, 'places', 'csv')).match(/^n\d+/gm)!;
    assert.deepEqual([lines.length, new Set(lines).size], [2_500, 2_500]);
  });

  test(`${name}: an import during an export is an error, not a mixture`, async t => {
    const url = await newUrl();
    const [store, importing] = [await open(t, url), await open(t, url)];
    await fill(store);
    const plan = { layer: 'places', format: 'csv', area: everywhere, srid: 4326 } as const;
    const write = () => replaceRows(importing, 'places', provenance, places.slice(1));
    await assert.rejects(
      exportLayer(store, plan, { write, path: '' }, () => {}),
      { message: /^places: were imported again during the export, .*; export again$/ },
    );
  });
}

const { newUrl, open } = engines[0]!;

test('on the Greek Grid, files name their system and come back to the nanometre', async t => {
  const [store, back] = [await open(t, await newUrl()), await open(t, await newUrl())];
  await fill(store);
  const numbersIn = async (from: Store, layer: ExportedLayer) =>
    JSON.stringify(await rowsOf(from, layer))
      .match(/\d+(?:\.\d+)?/g)!
      .map(Number);
  for (const layer of exportedLayers) {
    const before = await numbersIn(store, layer);
    for (const format of ['csv', 'gpkg'] as const) {
      await imported(back, layer, await exportedFile(store, layer, format, 2100));
      const after = await numbersIn(back, layer);
      assert.equal(after.length, before.length);
      for (const [i, number] of after.entries()) {
        assert.ok(Math.abs(number - before[i]!) < 1e-11, `${layer} as ${format}: ${number}`);
      }
    }
  }
});

test('a place without coordinates on the Greek Grid ends its export', async t => {
  const store = await open(t, await newUrl());
  await replaceRows(store, 'places', provenance, [{ ...places[0]!, longitude: 114, latitude: 0 }]);
  await assert.rejects(exportedFile(store, 'places', 'gpkg', 2100), {
    code: 'USAGE',
    message: /^--srid 2100: places at 114, 0 have no coordinates on the Greek Grid$/,
  });
});

test('an empty layer gives an empty file of its format', async t => {
  const store = await open(t, await newUrl());
  const reader = await openReader(await exportedFile(store, 'parcels', 'gpkg'));
  assert.deepEqual([await Array.fromAsync(reader.features()), reader.epsg], [[], 4326]);
  assert.deepEqual(JSON.parse(await exported(store, 'parcels', 'geojson')).features, []);
  assert.equal(await exported(store, 'parcels', 'geojsonseq'), '');
  assert.equal(
    await exported(store, 'parcels', 'csv'),
    'kaek,area,address,main_use,description,vertical_property,horizontal_property,perimeter,link,kind,town_plan,geometry\n',
  );
});

test('the format is that of the ending, or the one that was asked for', () => {
  for (const [output, asked, format] of [
    ['a.geojson', undefined, 'geojson'],
    ['a.JSON', undefined, 'geojson'],
    ['a.geojsonl', undefined, 'geojsonseq'],
    ['a.ndjson', 'geojsonseq', 'geojsonseq'],
    ['a.b.csv', undefined, 'csv'],
    ['a.GPKG', undefined, 'gpkg'],
    ['-', 'csv', 'csv'],
    ['a', 'geojson', 'geojson'],
    ['a.txt', 'csv', 'csv'],
  ] as const) {
    assert.equal(formatOf(output, asked), format, output);
  }
  for (const [output, asked, message] of [
    ['a.shp', undefined, /^--output a\.shp: expected .*, got \.shp; change the name or add/],
    ['a', undefined, /got a name without an ending/],
    ['-', undefined, /got standard output/],
    ['a.csv.gz', undefined, /got \.gz/],
    ['a.fgb', undefined, /expected .* \.csv or \.gpkg, got \.fgb; change/],
    ['a.csv', 'geojson', /^a\.csv: the name says csv, but --format geojson$/],
  ] as const) {
    assert.throws(() => formatOf(output, asked), { code: 'USAGE', message });
  }
});

test('a point in two of the boxes around a line is exported once', async t => {
  const [{ open, newUrl }] = engines as [(typeof engines)[number]];
  const store = await open(t, await newUrl());
  const { latitude, longitude } = places[0]!;
  const [x, y] = toGreekGrid([longitude, latitude]);
  await replaceRows(store, 'places', provenance, places);
  // The place is at the end of a piece of the line, whose boxes overlap a little.
  const line = { west: x - 64_000, east: x + 64_000, south: y - 1, north: y + 1 };
  const exported: unknown[] = [];
  for await (const { properties } of featuresOf('places', store, areaOfGridBox(line))) {
    exported.push(properties.external_id);
  }
  assert.deepEqual(exported, [places[0]!.external_id]);
});
