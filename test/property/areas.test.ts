import assert from 'node:assert/strict';
import test from 'node:test';
import { packPlaces } from '#domain/property/pack-places.ts';
import type { Place } from '#domain/property/places.ts';
import { placesOfArea } from '#domain/property/places-of-area.ts';
import {
  areaOfBox,
  areaOfGridBox,
  bboxFormat,
  everywhere,
  readBbox,
  type SearchArea,
} from '#domain/property/search-area.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { fromGreekGrid } from '#tools/geo/greek-grid.ts';
import { seeded } from '../seeded.ts';

const random = seeded(30);
const between = (low: number, high: number) => low + random() * (high - low);

/** A box on the grid around Greece, of any proportions. */
function gridBox(): Box {
  const [west, south] = [between(-3e5, 1e6), between(3.8e6, 4.7e6)];
  const [wide, high] = [10 ** between(-1, 6), 10 ** between(-1, 6)];
  return { west, south, east: west + wide, north: south + high };
}

test('the boxes around a box of the Greek Grid leave out nothing of it', () => {
  for (let i = 0; i < 100; i++) {
    const box = gridBox();
    const { boxes } = areaOfGridBox(box);
    for (let k = 0; k < 20; k++) {
      const at = [between(box.west, box.east), between(box.south, box.north)] as const;
      const [x, y] = fromGreekGrid(at);
      const point = { west: x, east: x, south: y, north: y };
      assert.ok(
        boxes.some(one => boxesOverlap(one, point)),
        JSON.stringify({ box, at }),
      );
    }
  }
});

test('the boxes around a line of the Greek Grid follow it', () => {
  const area = ({ boxes }: SearchArea) =>
    boxes.reduce((sum, b) => sum + (b.east - b.west) * (b.north - b.south), 0);
  // The line of the review: one box around it has 5.6 square degrees.
  const across = { west: -216_000, south: 4.591e6, east: 800_000, north: 4.591e6 };
  assert.ok(area(areaOfGridBox(across)) < 0.2, `${area(areaOfGridBox(across))}`);
  const along = { west: 800_000, south: 3.8e6, east: 800_000, north: 4.6e6 };
  assert.ok(area(areaOfGridBox(along)) < 0.1, `${area(areaOfGridBox(along))}`);
  assert.equal(areaOfGridBox({ ...across, north: across.south + 1e6 }).boxes.length, 2);
  assert.equal(areaOfGridBox({ west: 4e5, east: 4e5, south: 4e6, north: 4e6 }).boxes.length, 1);
  const whole = { west: -1e300, east: 1e300, south: -1e300, north: 1e300 };
  assert.ok(areaOfGridBox(whole).boxes.length <= 2);
});

const places = Array.from(
  { length: 15_000 },
  (_, i): Place => ({
    // The ids are in no order of place.
    id: (i * 7_919) % 1_000_003,
    ...{ external_id: `${i}`, name_en: null, name_gr: null, place_category: null },
    place_type: i % 2 ? 'bank' : 'airport',
    latitude: i % 10 ? between(35, 41) : between(-90, 90),
    longitude: i % 10 ? between(20, 28) : between(-180, 180),
  }),
);
const inOrder = places.toSorted((a, b) => a.id - b.id);
const packed = packPlaces(places);

async function found(area: SearchArea, after: number) {
  const ids: number[] = [];
  let read = 0;
  for await (const { found, rows } of placesOfArea(packed, area, after)) {
    ids.push(...found.map(({ id }) => id));
    read += rows;
  }
  return { ids, read };
}

test('places of an area are those that a search through all finds', async () => {
  const degreeBox = () => {
    const [west, south] = [between(-180, 180), between(-90, 89)];
    const east = random() < 0.2 ? between(-180, west) : Math.min(180, west + 10 ** between(-4, 2));
    return { west, south, east, north: Math.min(90, south + 10 ** between(-4, 2)) };
  };
  const { latitude: y, longitude: x } = inOrder[4_711]!;
  const areas = [
    everywhere,
    areaOfBox({ west: x, east: x, south: y, north: y }),
    areaOfBox({ west: 180, east: -180, south: -90, north: 90 }),
    ...Array.from({ length: 40 }, () => areaOfBox(degreeBox())),
    ...Array.from({ length: 20 }, () => areaOfGridBox(gridBox())),
  ];
  for (const area of areas) {
    const after = random() < 0.5 ? -1 : Math.floor(between(0, 1_000_003));
    const expected = inOrder.filter(
      ({ id, longitude, latitude }) => id > after && area.holds(longitude, latitude),
    );
    const ids = expected.map(({ id }) => id);
    assert.deepEqual((await found(area, after)).ids, ids, JSON.stringify(area.boxes.slice(0, 2)));
  }
});

test('the place after an id is the first one of its area', async () => {
  const { id, latitude: y, longitude: x } = inOrder[4_711]!;
  const area = areaOfBox({ west: x, east: x, south: y, north: y });
  assert.deepEqual((await found(area, id - 1)).ids, [id]);
  assert.deepEqual((await found(area, id)).ids, []);
});

test('a line of the Greek Grid compares few places', async () => {
  const line = areaOfGridBox({ west: -216_000, south: 4.2e6, east: 800_000, north: 4.2e6 });
  const { ids, read } = await found(line, -1);
  assert.deepEqual(ids, []);
  assert.ok(read <= 1_000, `${read}`);
});

test('blanks around the numbers of a box are ignored', () => {
  const { boxes } = readBbox('bbox', ' 23, 37. ,+24,38.5e0 ');
  assert.deepEqual(boxes, [{ west: 23, south: 37, east: 24, north: 38.5 }]);
});

test('a box of the Greek Grid has metres, and its west is not beyond its east', () => {
  const box = { west: 476_000, south: 4_205_000, east: 476_100, north: 4_205_100 };
  const text = Object.values(box).join();
  assert.deepEqual(readBbox('bbox', text, 2100).boxes, areaOfGridBox(box).boxes);
  assert.throws(() => readBbox('bbox', '2,1,1,2', 2100), {
    message: 'bbox: expected a west that is not beyond the east',
  });
  assert.equal(readBbox('bbox', '1,1,1,1', 2100).boxes.length, 1);
});

test('a box in degrees has four or six numbers within the earth', () => {
  const box = { west: 23, south: 37, east: 24, north: 38 };
  assert.equal(readBbox('bbox', undefined), everywhere);
  assert.deepEqual(readBbox('bbox', '23,37,-5,24,38,900').boxes, [box]);
  assert.deepEqual(readBbox('bbox', [23, 37, 24, 38]).boxes, [box]);
  assert.equal(readBbox('bbox', '-180,-90,180,90').boxes.length, 1);
  assert.equal(readBbox('bbox', '23,37,23,37').boxes.length, 1, 'a point');
  const refused = (text: string, message: string) =>
    assert.throws(() => readBbox('bbox', text), { message: `bbox: expected ${message}` }, text);
  for (const text of ['1,2,3', '1,2,3,4,5', '1,2,3,x', '1,2,3,']) refused(text, bboxFormat);
  refused('23,38,24,37', 'a south that is not above the north');
  for (const text of ['-180.1,0,0,1', '0,0,180.1,1', '0,-90.1,1,0', '0,0,1,90.1']) {
    refused(text, 'longitudes from -180 to 180 and latitudes from -90 to 90');
  }
});

// A minute and more with a pattern that tries to end the number after each digit.
test('a number of any length is read in one pass', () => {
  const digits = '1'.repeat(300_000);
  const message = `bbox: expected ${bboxFormat}`;
  for (const text of [digits, `${digits}.${digits}`, `1e${digits}`, `1${' '.repeat(3e5)}`]) {
    assert.throws(() => readBbox('bbox', `23,37,24,${text}x`), { message });
  }
});
