// How time and memory grow with the data, and the plot of it: docs/cost-growth.svg. In-process,
// by processor time, so that a busy machine bends the lines less.
import { buildGeocoder } from '../src/geocoder/build.ts';
import { geocode } from '../src/geocoder/geocode.ts';
import { readGazetteer } from '../src/import/datasets/gazetteer/gazetteer.ts';
import { packPlaces } from '../src/property/pack-places.ts';
import { nearby } from '../src/property/places.ts';
import { renderNearby } from '../src/property/places-json.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows } from '../src/store/store.ts';
import { generateParcels, generatePlaces, seeded } from './generate.ts';
import { cpuMicroseconds, median, printTable, rows, wallMicroseconds, whole } from './measure.ts';
import { drawPlots, type Plot } from './plot.ts';
import { generated } from './service.ts';

const plots: Plot[] = [
  ...placeGrowth(),
  resultGrowth(),
  await parcelGrowth(),
  ...(await streetGrowth()),
];
drawPlots(
  'cost-growth.svg',
  'How time and memory grow with places, results, parcels and streets',
  plots,
);
for (const { title, x, y, points } of plots) {
  printTable(
    [`${title}: ${x}`, y],
    points.map(([px, py]) => [whole(px), py < 100 ? py.toFixed(1) : whole(py)]),
  );
}
console.log('Plotted in [cost-growth.svg](cost-growth.svg).');

/** Milliseconds of processor time that something takes once, middle of three. */
function cpuMs(work: () => unknown): number {
  return cpuMicroseconds(1, work, 3) / 1_000;
}

function placeGrowth(): Plot[] {
  const time: [number, number][] = [];
  const memory: [number, number][] = [];
  for (const count of [50_000, 100_000, 200_000, 400_000, 800_000].map(rows)) {
    const list = generatePlaces(count);
    const { places, placeJsonBytes } = packPlaces(list);
    const grids = places.grids.flatMap(grid => Object.values(grid)).filter(ArrayBuffer.isView);
    const bytes = grids.reduce((sum, column) => sum + column.byteLength, places.ids.byteLength);
    time.push([count, cpuMs(() => packPlaces(list))]);
    const jsonBytes = placeJsonBytes.offsets.byteLength + placeJsonBytes.bytes.byteLength;
    memory.push([count, (bytes + jsonBytes) / 1e6]);
  }
  return [
    { title: 'Packing places', x: 'places', y: 'ms, once', points: time },
    { title: 'Memory of packed places', x: 'places', y: 'MB', points: memory },
  ];
}

/** The same spot in ever denser towns. */
function resultGrowth(): Plot {
  const points: [number, number][] = [];
  for (const count of [25_000, 100_000, 400_000, 800_000].map(rows)) {
    const { places, placeJsonBytes } = packPlaces(generatePlaces(count));
    const random = seeded(8);
    const results: number[] = [];
    const answer = () => {
      const found = nearby(places, 37.97 + 0.02 * random(), 23.72 + 0.02 * random());
      results.push(found.rows.length);
      return renderNearby(placeJsonBytes, found);
    };
    const microseconds = cpuMicroseconds(1_000, answer);
    points.push([median(results), microseconds]);
  }
  return { title: 'An answer: found, sorted, rendered', x: 'places in it', y: 'µs', points };
}

async function parcelGrowth(): Promise<Plot> {
  const points: [number, number][] = [];
  for (const count of [10_000, 50_000, 200_000, 500_000].map(rows)) {
    const store = openSqliteStore(':memory:');
    await replaceRows(store, 'parcels', generated, generateParcels(count));
    const random = seeded(3);
    const code = () => String(Math.floor(random() * count)).padStart(12, '0');
    points.push([count, await wallMicroseconds(50_000, () => store.findParcel(code()))]);
    await store.close();
  }
  return { title: 'A parcel by its code', x: 'parcels', y: 'µs', points };
}

async function streetGrowth(): Promise<Plot[]> {
  const gazetteer = await readGazetteer('data');
  const build: [number, number][] = [];
  const ask: [number, number][] = [];
  for (const share of [8, 4, 2, 1]) {
    const streets = gazetteer.streets.filter((_, i) => i % share === 0);
    const gathered = { ...gazetteer, streets };
    const index = buildGeocoder(gathered);
    const query = (i: number) => {
      const { name, postalCode } = streets[(i * 7_919) % streets.length]!;
      return geocode(index, { address: `${name} 12, ${postalCode}` });
    };
    for (let i = 0; i < 500; i++) await query(i);
    const before = process.threadCpuUsage();
    for (let i = 0; i < 1_000; i++) await query(i);
    const { user, system } = process.threadCpuUsage(before);
    build.push([streets.length, cpuMs(() => buildGeocoder(gathered))]);
    ask.push([streets.length, (user + system) / 1_000]);
  }
  return [
    { title: 'Building the geocoder', x: 'streets', y: 'ms, once', points: build },
    { title: 'An address', x: 'streets', y: 'µs', points: ask },
  ];
}
