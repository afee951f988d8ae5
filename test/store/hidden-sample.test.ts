import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'pg';
import { streetKey } from '#domain/geocoder/text/fold.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import { runsInBox } from '#domain/zones/zone-cells.ts';
import { openStore } from '#storage/store/open-store.ts';
import { layerTables } from '#storage/store/rows/layer-tables.ts';
import {
  answerLayers,
  emptyLayers,
  type Layer,
  type LayerRows,
  layers,
  replaceRows,
  type Store,
  type StoreReader,
  sampleSource,
} from '#storage/store/store.ts';
import { drawnMap, drawnParcels, tileAt } from '../map/stored-tiles.ts';
import { postgresTest, testPostgres } from '../postgres/database.ts';
import { sampleOf } from '../sample.ts';
import {
  boundary,
  building,
  comparable,
  house,
  museum,
  parcels,
  places,
  provenance,
  rates,
  road,
  settlement,
} from '../service.ts';
import { zonesWith } from '../zones/generated.ts';
import { engines } from './engines.ts';
import { parcelsIn } from './parcels-in.ts';

const ageing = { method: 'straight_line', usefulLifeYears: 50, residualShare: 0.1 } as const;
const own: { [L in keyof LayerRows]: LayerRows[L][] } = {
  costs: [...rates, { propertyType: 'house', ...ageing }],
  places: [...places],
  parcels: [...parcels],
  addresses: [house],
  settlements: [settlement],
  boundaries: [boundary],
  named_places: [museum],
  map: [road],
  zones: zonesWith([{ type: 'Point', coordinates: [23, 38] }]),
  comparables: [comparable],
  buildings: [building],
  grids: [{ grid: 0, square: -1, content: Buffer.from('own') }],
};
/** Contradicts the own rows, at the same places and under the same codes, and adds others. */
const sample: typeof own = {
  costs: [
    { ...rates[0]!, rateEurM2: 1 },
    { ...rates[0]!, postalPrefix: '99' },
    { propertyType: 'house', ...ageing, residualShare: 0.9 },
  ],
  places: places.map(place => ({ ...place, name_en: 'sample' })),
  parcels: [...parcels, { ...parcels[0]!, kaek: '050681726009' }].map(
    (parcel): Parcel => ({ ...parcel, areaM2: 1 }),
  ),
  addresses: [
    { ...house, houseNumber: '7' },
    { ...house, street: 'Αιόλου', houseNumber: null },
  ],
  settlements: [{ ...settlement, name: 'Δείγμα' }],
  boundaries: [{ ...boundary, name: 'Δείγμα' }],
  named_places: [{ ...museum, name: 'Δείγμα' }],
  map: [{ ...road, name: 'Δείγμα' }],
  zones: zonesWith([{ type: 'Point', coordinates: [23.5, 38.5] }]),
  comparables: [{ ...comparable, priceEur: 1_000_000 }],
  buildings: [{ ...building, name: 'Δείγμα' }],
  grids: [{ grid: 0, square: -1, content: Buffer.from('sample') }],
};

async function fill(store: Store, source: string, rows: typeof own): Promise<void> {
  for (const layer of layers) {
    await replaceRows(store, layer, { ...provenance, source }, rows[layer] as never[]);
  }
}

const athens = { west: 23.6, east: 23.8, south: 37.8, north: 38 };
const greece = { west: 20, east: 26, south: 35, north: 41 };

/** All that can be read of the property data. */
async function readAll(rows: StoreReader) {
  const { geometry } = parcels[0]!;
  const [longitude, latitude] = geometry.coordinates[0]![0] as [number, number];
  const addresses = await rows.addressesIn({ west: 0, east: 90, south: 0, north: 90 }, -1, 99);
  const pieces = await rows.zonePieces(runsInBox(greece), [], 9);
  return structuredClone({
    costs: await rows.readCosts(),
    places: [...(await rows.readPlaces())],
    parcel: await rows.findParcel(parcels[0]!.kaek),
    sampleParcel: await rows.findParcel('050681726009'),
    around: await rows.parcelsAround(latitude, longitude),
    beginning: await rows.parcelsBeginning('05068', 9),
    inBox: await parcelsIn(rows, greece, '', 9),
    placesIn: await rows.placesIn({ west: 0, east: 90, south: 0, north: 90 }, -1, 99),
    addressesIn: addresses.map(({ id: _, ...address }) => address),
    settlements: await rows.readSettlements(),
    boundaries: await rows.readBoundaries(),
    namedPlaces: await rows.readNamedPlaces(),
    streets: await rows.readStreets(),
    houses: await rows.findHouses(streetKey(house.street, house.municipality!)),
    housesAround: await rows.housesAround(house.latitude, house.longitude, 50),
    map: await drawnMap(rows, tileAt(road.geometry.coordinates[0] as [number, number], 14)),
    parcelTile: await drawnParcels(rows, tileAt([longitude, latitude], 14)),
    zones: (await rows.zoneSources()).map(({ source, header }) => [source, `${header}`]),
    pieces: pieces.map(({ part, content }) => [part, `${content}`]),
    comparables: await rows.comparablesIn(greece, 'apartment', 9),
    buildings: [(await rows.buildingsIn(athens, 9))!, await rows.buildingsAfter(0, 9)].map(found =>
      found.map(({ id: _, ...one }) => one),
    ),
    grids: (await rows.storedGrids()).map(({ source, description }) => [source, `${description}`]),
    sources: (await rows.loadedSources()).map(({ layer, source, rows }) => [layer, source, rows]),
  });
}

for (const { name, newUrl } of sampleOf(engines)) {
  const open = async (t: test.TestContext, url: string, hideSample: boolean) => {
    const store = await openStore({ url, hideSample, timeoutMs: 60_000 });
    t.after(() => store.close());
    return store;
  };

  test(`${name}: with the sample hidden, every read is as if it had never been loaded`, async t => {
    const url = await newUrl();
    const store = await open(t, url, false);
    await fill(store, 'test', own);
    const before = await readAll(store);
    await fill(store, sampleSource, sample);
    const hidden = await open(t, url, true);
    await hidden.check();
    assert.deepEqual(await readAll(hidden), before);
    assert.deepEqual(await hidden.atOneMoment(readAll), before);
    const left = await hidden.hiddenSources();
    const named = left.map(({ layer, source }) => `${layer} ${source}`).toSorted();
    assert.deepEqual(named, layers.map(layer => `${layer} ${sampleSource}`).toSorted());

    const visible = await readAll(store);
    assert.equal(visible.parcel!.areaM2, 1, 'a store that hides nothing reads all');
    assert.equal(visible.sampleParcel!.areaM2, 1);
    assert.deepEqual(await store.hiddenSources(), []);
  });

  test(`${name}: with nothing but a hidden sample, every layer is empty until an import`, async t => {
    const url = await newUrl();
    const store = await open(t, url, false);
    await fill(store, sampleSource, sample);
    const hidden = await open(t, url, true);
    assert.deepEqual(emptyLayers(await hidden.loadedSources()), answerLayers);
    const { costs, places: found, around } = await readAll(hidden);
    assert.deepEqual([costs, found, around], [[], [], []]);
    await fill(store, 'test', own);
    assert.deepEqual(emptyLayers(await hidden.loadedSources()), []);
    assert.equal((await hidden.findParcel(parcels[0]!.kaek))!.areaM2, parcels[0]!.areaM2);
    assert.deepEqual(await hidden.hiddenSources(), [], 'it was replaced');
  });
}

/** What each look-up reads, by the layers that it depends on. */
const lookups: readonly (readonly [Layer[], (rows: StoreReader) => Promise<unknown>])[] = [
  [['costs'], rows => rows.readCosts()],
  [['places'], rows => rows.readPlaces()],
  [['parcels'], rows => rows.findParcel(parcels[0]!.kaek)],
  [['parcels'], rows => rows.parcelsAround(38, 23)],
  [['parcels'], rows => rows.parcelsBeginning('05068', 9)],
  [['parcels'], rows => parcelsIn(rows, greece, '', 9)],
  [['parcels'], rows => drawnParcels(rows, tileAt([23, 38], 14))],
  [['addresses'], rows => rows.findHouses('key')],
  [['addresses'], rows => rows.housesAround(38, 23, 50)],
  [['addresses'], rows => rows.readStreets()],
  [['settlements'], rows => rows.readSettlements()],
  [['boundaries'], rows => rows.readBoundaries()],
  [['named_places', 'places'], rows => rows.readNamedPlaces()],
  [['zones'], rows => rows.zoneSources()],
  [['zones'], rows => rows.zonesOfSource(1, -1, 9)],
  [['comparables'], rows => rows.comparablesIn(greece, 'house', 9)],
  [['buildings'], rows => rows.buildingsIn(athens, 9)],
  [['buildings'], rows => rows.buildingsAfter(0, 9)],
  [['grids'], rows => rows.storedGrids()],
  [['grids'], rows => rows.gridSquares(1, 0, [0])],
  [[], rows => rows.loadedSources()],
  [[], rows => rows.extentOf('zones')],
];

postgresTest(
  'PostgreSQL: while the sample is hidden, a look-up waits for its own layer only',
  async t => {
    const url = await testPostgres();
    const hidden = await openStore({ url, hideSample: true, timeoutMs: 5_000 });
    const locker = new Client({ connectionString: url });
    await locker.connect();
    t.after(() => locker.end().then(hidden.close));
    for (const [own, read] of lookups) {
      const others = layers.filter(layer => !own.includes(layer));
      const tables = others.flatMap(layer => layerTables[layer].map(table => table.name));
      await locker.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
      await assert.doesNotReject(read(hidden), `${own}: ${read}`);
      await locker.query('ROLLBACK');
    }
  },
);
