// Making the bytes of a dense answer, beside what one would use instead.
import fastJson from 'fast-json-stringify';
import { packPlaces } from '../src/property/pack-places.ts';
import { nearby } from '../src/property/places.ts';
import { renderNearby } from '../src/property/places-json.ts';
import { generatePlaces } from './generate.ts';
import { cpuMicroseconds, table, times, whole } from './measure.ts';

const list = generatePlaces(400_000);
const { places, placeSlab } = packPlaces(list);
const byId = new Map(list.map(place => [place.id, place]));
const around = nearby(places, 37.98, 23.73);
const found = { rows: around.rows.slice(), metres: around.metres.slice() };
const objects = Array.from(found.rows, (row, i) => ({
  ...byId.get(places.ids[row]!)!,
  distance: Math.round(found.metres[i]! * 100) / 100,
}));

const text = { type: ['string', 'null'] } as const;
const number = { type: 'number' } as const;
const stringify = fastJson({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: number,
      external_id: text,
      name_en: text,
      name_gr: text,
      place_category: text,
      place_type: { type: 'string' },
      latitude: number,
      longitude: number,
      distance: number,
    },
  },
} as Parameters<typeof fastJson>[0]);

const ours = cpuMicroseconds(2_000, () => renderNearby(placeSlab, found));
const rows: [string, number][] = [
  ['Ktima, `renderNearby`', ours],
  ['JSON.stringify, then bytes', cpuMicroseconds(200, () => Buffer.from(JSON.stringify(objects)))],
  ['fast-json-stringify, then bytes', cpuMicroseconds(200, () => Buffer.from(stringify(objects)))],
];
if (renderNearby(placeSlab, found).toString() !== JSON.stringify(objects))
  throw new Error('unequal');
console.log(
  `${whole(objects.length)} places, ${whole(JSON.stringify(objects).length)} characters.\n`,
);
console.log(
  table(
    ['way', 'µs', 'of Ktima'],
    rows.map(([name, us]) => [name, whole(us), `${times(us / ours)} ×`]),
  ),
);
