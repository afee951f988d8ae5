import assert from 'node:assert/strict';
import test from 'node:test';
import { tilePosition } from '#domain/map/tile-scheme.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import type { PointOfInterest } from '../../client/src/types.ts';
import {
  baseBackground,
  parcelOutlines,
  showsFeatures,
} from '../../console/src/pages/report/plan/background.ts';
import { gridCrosses } from '../../console/src/pages/report/plan/grid-lines.ts';
import { gap } from '../../console/src/pages/report/plan/label-points.ts';
import {
  drawNeighbourhood,
  labelRadius,
  numberPlaces,
} from '../../console/src/pages/report/plan/neighbourhood-drawing.ts';
import { paperOf, roundMetres, roundScale } from '../../console/src/pages/report/plan/paper.ts';
import { drawParcel, planFrame } from '../../console/src/pages/report/plan/parcel-drawing.ts';
import { planBox, tilesOf } from '../../console/src/pages/report/plan/tile-numbers.ts';
import {
  reportNotes,
  whyNoCost,
  whyNoParcel,
} from '../../console/src/pages/report/sheet/report-notes.ts';
import { reportTitle } from '../../console/src/pages/report/sheet/report-title.ts';
import { cssString } from '../../console/src/pages/report/sheet/use-page-foot.ts';
import { boundariesOf } from '../../console/src/property/parcel/corners.ts';
import { kindNames } from '../../console/src/property/places/kinds.ts';
import type { Found } from '../../console/src/state/subject/find.ts';
import { readOutline } from '../../console/src/state/subject/outline.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { packedBaseTile, packedParcelTile } from '../map/packed-tiles.ts';
import { squareAt } from '../zones/generated.ts';

test('a plan has the largest round scale that fits', () => {
  const frame = { width: 60, height: 60 };
  const cases: [width: number, height: number, scale: number][] = [
    [1, 1, 100],
    [6, 6, 100],
    [6.01, 2, 200],
    [12, 15, 250],
    [20, 29.9, 500],
    [30.1, 5, 1000],
    [10, 120, 2000],
    [700, 10, 20_000],
    [1e9, 1e9, 50_000_000],
  ];
  for (const [width, height, scale] of cases) {
    assert.equal(roundScale({ width, height }, frame), scale, `${width} × ${height}`);
  }
});

test('the scale bar is round and has 20 to 50 mm on paper', () => {
  for (const scale of [100, 200, 250, 500, 1000, 2500, 20_000, 50_000]) {
    const millimetres = (roundMetres(scale) * 1000) / scale;
    assert.ok(millimetres >= 20 && millimetres <= 50, `1:${scale}: ${millimetres} mm`);
    assert.match(String(roundMetres(scale)), /^[125]0*$/);
  }
});

test('crosses of the grid stand at round coordinates', () => {
  const paper = paperOf(planFrame, 500, [476_688, 4_204_108]);
  const { eastings, northings, crosses } = gridCrosses(paper);
  assert.deepEqual(
    eastings.map(({ metres }) => metres),
    [476_680, 476_700],
  );
  assert.ok(northings.every(({ metres }) => metres % 20 === 0));
  assert.ok(crosses.some(([x]) => Math.abs(x - (44 + (476_700 - 476_688) * 2)) < 1e-9));
});

const square = (size: number) => squareAt(0, 0, size).map(([x, y]) => [x!, y!]);

/** A boundary in metres around a point of the Greek Grid; its degrees do not matter here. */
function drawn(...rings: number[][][]) {
  const outline = [
    rings.map(ring => ring.map(([x, y]) => [476_000 + x!, 4_200_000 + y!] as const)),
  ];
  return drawParcel(boundariesOf(outline, outline));
}

test('a parcel is drawn to scale, with its numbers and lengths outside', () => {
  const { paper, rings, numbers, lengths, corners } = drawn(square(20));
  assert.equal(paper.scale, 500);
  const [ring] = rings;
  assert.ok(Math.abs(gap(ring![0]!, ring![1]!) - 40) < 1e-9, '20 m at 1:500 are 40 mm');
  assert.deepEqual(
    numbers.map(({ corner }) => corner.number),
    [1, 2, 3, 4],
  );
  const isInside = ([x, y]: readonly [number, number]) =>
    x > ring![0]![0] && x < ring![1]![0] && y < ring![0]![1] && y > ring![2]![1];
  assert.ok([...numbers, ...lengths].every(({ at }) => !isInside(at)));
  assert.equal(lengths.length, 4);
  assert.ok(lengths.every(({ turn }) => turn >= -90 && turn <= 90));
  assert.equal(corners[3]!.northing, 4_200_020);
});

test('the direction of a boundary does not matter, and short sides and near corners have no label', () => {
  const turned = drawn([...square(20)].reverse());
  const [first] = turned.rings;
  assert.ok(turned.numbers.every(({ at }) => first!.every(corner => gap(at, corner) > 3)));
  const { numbers, lengths } = drawn([
    [0, 0],
    [20, 0],
    [20.5, 0.5],
    [20.5, 20],
    [0, 20],
    [0, 0],
  ]);
  assert.deepEqual(
    numbers.map(({ corner }) => corner.number),
    [1, 2, 4, 5],
  );
  assert.equal(lengths.length, 4);
});

test('a parcel with a hole and thousands of corners is drawn', () => {
  const hole = square(5).map(([x, y]) => [x! + 5, y! + 5]);
  assert.equal(drawn(square(20), hole).numbers.at(-1)!.corner.number, 8);
  const round = Array.from({ length: 20_001 }, (_, index) => {
    const angle = (index % 20_000) * ((2 * Math.PI) / 20_000);
    return [300 * Math.cos(angle), 300 * Math.sin(angle)];
  });
  assert.equal(drawn(round).paper.scale, 10_000);
});

test('the corners of the sample parcel are those of the Greek Grid', () => {
  const degrees = readOutline(
    'POLYGON ((23.7362 37.9868, 23.7363579 37.9868561, 23.7362585 37.9870315, 23.7361006 37.9869754, 23.7362 37.9868))',
  )!;
  const metres = degrees.map(rings => rings.map(ring => ring.map(toGreekGrid)));
  const { corners, paper } = drawParcel(boundariesOf(degrees, metres));
  assert.equal(paper.scale, 500);
  assert.equal(corners[0]!.easting.toFixed(2), '476685.22');
  assert.equal(corners[0]!.metresToNext.toFixed(2), '15.20');
});

/** A place at metres east and north of 38, 23. */
function place(id: number, kind: PointOfInterest['place_type'], east: number, north: number) {
  const at = { latitude: 38 + north / 110_996, longitude: 23 + east / 87_832 };
  const unnamed = { external_id: null, name_en: null, name_gr: null, place_category: null };
  const rest = { id, place_type: kind, distance: Math.hypot(east, north) };
  return { ...unnamed, ...at, ...rest } satisfies PointOfInterest;
}

test('the nearest place of each kind has a number, in the table and on the plan', () => {
  const places = [place(1, 'bank', 10, 90), place(2, 'park', 0, 150), place(3, 'bank', 100, 0)];
  const found = numberPlaces(places).map(({ number, nearest }) => `${number} ${nearest.id}`);
  assert.deepEqual(found, ['1 1', '2 2']);
  const { numbered, others, paper, centre } = drawNeighbourhood([23, 38], places, planFrame);
  assert.equal(others.length, 1);
  const bank = numbered.find(({ item }) => item.number === 1)!;
  assert.ok(Math.abs(gap(bank.at, centre) - (Math.hypot(10, 90) * 1000) / paper.scale) < 0.01);
});

test('numbers on the plan never cover each other, also when all places are at one point', () => {
  const crowd = kindNames.map((kind, index) => place(index, kind, 3, 3));
  const ring = kindNames.map((kind, index) =>
    place(index, kind, 100 * index * Math.cos(index), 100 * index * Math.sin(index)),
  );
  const far = kindNames.map((kind, index) =>
    place(index, kind, index < 5 ? 20 * index : 9_000, 40),
  );
  for (const places of [crowd, ring, far]) {
    const { numbered, beyond } = drawNeighbourhood([23, 38], places, planFrame);
    assert.equal(numbered.length + beyond.length, kindNames.length);
    const labels = [...numbered, ...beyond].map(({ label }) => label);
    for (const [index, label] of labels.entries()) {
      for (const other of labels.slice(index + 1)) assert.ok(gap(label, other) >= 2 * labelRadius);
      assert.ok(label[0] > 0 && label[1] > 0 && label[0] < 88 && label[1] < 88);
      assert.ok(label[1] + labelRadius <= 88 - 9 + 0.5, 'north arrow and scale bar are below');
    }
  }
});

test('a plan without places, or of places without a position, is drawn', () => {
  for (const places of [[], [{ ...place(1, 'bank', 0, 0), latitude: null, longitude: null }]]) {
    const { numbered, others, beyond } = drawNeighbourhood([180, -90], places, planFrame);
    assert.equal(numbered.length + others.length + beyond.length, 0);
  }
});

test('a plan uses the tiles of its box at the highest zoom that needs few of them', () => {
  for (const scale of [500, 5_000, 20_000, 500_000]) {
    const box = planBox([23.7362, 37.9868], paperOf(planFrame, scale, [0, 0]));
    const tiles = tilesOf(box, 16);
    assert.ok(tiles.length >= 1 && tiles.length <= 12, `1:${scale}: ${tiles.length}`);
    const [west, north] = tilePosition(tiles[0]!, 0, 0);
    const [east, south] = tilePosition(tiles.at(-1)!, 1, 1);
    assert.ok(west <= box.west && east >= box.east && south <= box.south && north >= box.north);
  }
  assert.equal(tilesOf(planBox([0, 38], paperOf(planFrame, 500, [0, 0])), 16)[0]!.z, 16);
  assert.deepEqual(tilesOf(planBox([0, 90], paperOf(planFrame, 500, [0, 0])), 16), []);
});

test('the background shows streets and areas, and neighbouring parcels without the cuts of tiles', () => {
  const [tile] = tilesOf({ west: 23.736, east: 23.736, south: 37.987, north: 37.987 }, 16);
  const at = (right: number, down: number) => tilePosition(tile!, right, down);
  const ring = (left: number, right: number) => [
    at(left, 0.2),
    at(right, 0.2),
    at(right, 0.8),
    at(left, 0.8),
    at(left, 0.2),
  ];
  const loaded = (bytes: Uint8Array) => [{ ...tile!, bytes: Uint8Array.from(bytes).buffer }];
  const feature = { name: null, nameEn: null, ref: null, minZoom: 0, rank: 0 };
  const road = { type: 'LineString', coordinates: [at(0.1, 0.1), at(0.9, 0.1)] } as const;
  const house = { type: 'Polygon', coordinates: [ring(0.4, 0.6)] } as const;
  const park = { type: 'Point', coordinates: at(0.5, 0.5) } as const;
  const base = packedBaseTile(tile!, [
    { ...feature, externalId: '1', layer: 'road', kind: 'primary', geometry: road },
    { ...feature, externalId: '2', layer: 'building', kind: 'building', geometry: house },
    { ...feature, externalId: '3 name', layer: 'green', kind: 'park', geometry: park },
  ]);
  const onPaper = ([x, y]: readonly [number, number]) => [x, y] as const;
  const background = baseBackground(loaded(base), onPaper);
  assert.equal(showsFeatures(background), true);
  assert.equal(showsFeatures(baseBackground([], onPaper)), false, 'no plan of nothing');
  assert.equal(showsFeatures([{ name: 'land', path: 'M0 0h1v1z' }]), false, 'nor of bare land');
  const drawn = background.filter(({ path }) => path !== '').map(({ name }) => name);
  assert.deepEqual(drawn, ['building', 'large-road']);
  const parcel = (kaek: string, left: number, right: number) => ({
    kaek,
    areaM2: 500,
    geometry: { type: 'Polygon', coordinates: [ring(left, right)] } as const,
  });
  const bytes = packedParcelTile(tile!, [parcel('own', 0.4, 0.6), parcel('cut', 0.7, 1.5)]);
  const sides = parcelOutlines(loaded(bytes), 'own', onPaper).match(/M/g);
  assert.equal(sides!.length, 3, 'the side beyond the tile is not drawn');
  assert.deepEqual(parcelOutlines(loaded(new Uint8Array()), 'own', onPaper), '');
});

test('what was not found as asked is noted', () => {
  const match = {
    level: 'street',
    confidence: 0.5,
    accuracy_m: 300,
    partial: true,
    faults: [{ field: 'house_number', code: 'not_known', details: [], problem: 'not known' }],
  } as const;
  const components = { postal_code: '10551' };
  const report = {
    query: { build_area: 85, property_type: 'house', postal_code: '54', kaek_code: '1/0/1' },
    location: { match, components },
    parcel: {},
    cost: {},
    position: { from: 'address' },
    missing: [],
  } as unknown as Parameters<typeof reportNotes>[0];
  const kinds = reportNotes(report).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['fault', 'rough', 'unit', 'postalCode']);
  assert.equal(whyNoParcel(report), 'parcelTooRough');
  const position = { ...report.position, from: 'parcel' as const };
  assert.equal(whyNoParcel({ ...report, position }), 'noParcel');
  assert.equal(whyNoCost(report), 'noRate');
  const because = (code: string) => {
    const missing = [{ section: 'cost', code, reason: 'in words' } as const];
    return whyNoCost({ ...report, missing });
  };
  assert.equal(because('postal_code_not_near'), 'wrongPostalCode');
  assert.equal(because('address_guessed'), 'guessedAddress');
  assert.equal(because('building_missing'), 'noBuilding');
  assert.equal(because('no_rates_loaded'), 'noRate');
  assert.equal(whyNoCost({ ...report, location: null }), 'noCostOutside');
});

test('a report is titled by its parcel, address or place, and only else by its coordinates', () => {
  const at = { latitude: 39.35, longitude: 22.94 };
  const report = (from: string, rest: object = {}) =>
    ({ position: { from, ...at }, location: null, parcel: null, ...rest }) as unknown as Parameters<
      typeof reportTitle
    >[0];
  const named = (name: string) =>
    ({
      formatted_address: name,
      formatted_address_en: `${name}, Athina`,
      components_elot: { locality: null, municipality: 'Athina' },
      components_en: { locality: null, municipality: 'Athens' },
    }) as Found['place'];
  const greek = { words: el, language: 'el' } as const;
  assert.equal(reportTitle(report('point'), greek, named('Μουσείο')), 'Μουσείο');
  const english = { ...greek, language: 'en' } as const;
  assert.equal(reportTitle(report('point'), english, named('Μουσείο')), 'Μουσείο, Athens');
  const address = report('address', { location: named('Ερμού 5') });
  assert.equal(reportTitle(address, greek, named('Μουσείο')), 'Ερμού 5');
  assert.match(reportTitle(report('point'), greek), /39\.35/);
});

test('the foot of a page is a string of CSS whatever was typed', () => {
  assert.equal(cssString('Ερμού 5'), '"Ερμού 5"');
  assert.equal(cssString('a"; } \\ \n'), '"a\\22 ; } \\5c  \\a "');
});
