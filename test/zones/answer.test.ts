import assert from 'node:assert/strict';
import test from 'node:test';
import { openParcelShares } from '#domain/zones/share.ts';
import { subdivide } from '#domain/zones/subdivide.ts';
import { linesOf, shapeOf, type ZoneGeometry } from '#domain/zones/zone.ts';
import {
  answerOf,
  type KindSource,
  mostListed,
  type PlacedZone,
  placeAtPoint,
  placeInParcel,
} from '#domain/zones/zone-answer.ts';
import { cellOfNumber } from '#domain/zones/zone-cells.ts';
import { openMeasure } from '#domain/zones/zone-distance.ts';
import { floods, squareAt } from './generated.ts';

const source = (covers: string | null, kind = floods): KindSource => ({
  ...{ id: 1, source: 'test', licence: 'none', loadedAt: '2026-01-01', kind, covers },
});
const square = (west: number, south: number, size: number) =>
  ({ type: 'Polygon', coordinates: [squareAt(west, south, size)] }) as const;

function zoneOf(geometry: ZoneGeometry, label = 'a', severity = 0) {
  const shape = shapeOf(geometry);
  const text = JSON.stringify({ label, attributes: {} });
  const pieces = [...subdivide(linesOf(geometry), shape)].map(({ cell, ...piece }) => {
    return { ...piece, shape, severity, text, cell: cellOfNumber(cell) };
  });
  return { source: source(null), isCoverage: false, pieces };
}

test('a zone applies at a point inside it, and possibly near its edge', () => {
  const zone = zoneOf(square(23, 38, 0.01));
  const at = (x: number, y: number, accuracy: number) => {
    const { applies, isCertain } = placeAtPoint(zone, x, y, accuracy, openMeasure(x, y));
    return [applies, isCertain];
  };
  assert.deepEqual(at(23.005, 38.005, 0), [true, true]);
  assert.deepEqual(at(23.005, 38.005, 100), [true, true]);
  assert.deepEqual(at(23.005, 38.005, 500), [true, false], 'the edge is nearer than that');
  assert.deepEqual(at(23.011, 38.005, 0), [false, false]);
  assert.deepEqual(at(23.011, 38.005, 80), [false, false], 'the edge is 88 m away');
  assert.deepEqual(at(23.011, 38.005, 90), [true, false]);
  assert.deepEqual(at(23.01, 38.005, 0), [true, true], 'on the edge, without a doubt');
});

test('an area has a share of a parcel, and applies to all of it if the rest is rounding', () => {
  const parcel = square(23, 38, 0.001);
  const place = (geometry: ZoneGeometry) => {
    const shares = openParcelShares(parcel);
    const { applies, isCertain, share } = placeInParcel(zoneOf(geometry), parcel, shares);
    return [applies, isCertain, share];
  };
  assert.deepEqual(place(square(22, 37, 2)), [true, true, 1]);
  assert.deepEqual(place(square(23.0005, 37.9995, 0.002)), [true, false, 0.5]);
  assert.deepEqual(place(square(23.01, 38.01, 0.1)), [false, false, 0]);
  const all = (share: number) =>
    placeInParcel(zoneOf(square(22, 37, 2)), parcel, () => share).isCertain;
  assert.deepEqual([0.999998, 0.999999, 1].map(all), [false, true, true]);
  assert.deepEqual(place({ type: 'Point', coordinates: [23.0005, 38.0005] }), [true, false, null]);
  assert.deepEqual(place({ type: 'Point', coordinates: [23.0015, 38.0005] }), [false, false, null]);
});

const placed = (label: string, severity: number, isCertain: boolean, held = 0): PlacedZone => ({
  ...zoneOf({ type: 'Point', coordinates: [23, 38] }, label, severity),
  ...{ applies: true, isCertain, share: null, held },
});
const answer = (zones: readonly PlacedZone[], sources = [source(null)]) =>
  answerOf(floods, sources, zones, 'possibly_inside');

test('the severest zones come first, of the same class those that are certain', () => {
  const { zones, result, zonesTotal } = answer([
    placed('c', 2, true),
    placed('b', 1, false),
    placed('a', 1, true),
    { ...placed('none', 0, true), applies: false },
    { ...placed('other', 0, true), source: source(null, { ...floods, kind: 'noise' }) },
    { ...placed('covered', 0, true), isCoverage: true },
  ]);
  const listed = zones.map(({ label, result }) => `${label} ${result}`);
  assert.deepEqual(listed, ['a inside', 'b possibly_inside', 'c inside']);
  assert.deepEqual([result, zonesTotal], ['inside', 3]);
  assert.equal(answer([placed('b', 1, false)]).result, 'possibly_inside');
});

test('of several doubtful zones that which holds the point, or most of the parcel, comes first', () => {
  const labels = (zones: readonly PlacedZone[]) => answer(zones).zones.map(({ label }) => label);
  const shares = [placed('less', 1, false, 0.2), placed('most', 1, false, 0.7)];
  assert.deepEqual(labels([...shares, placed('severer', 0, false)]), ['severer', 'most', 'less']);

  const [x, y] = [23.0101, 38.005];
  const around = (west: number, label: string) =>
    placeAtPoint(zoneOf(square(west, 38, 0.01), label), x, y, 500, openMeasure(x, y));
  assert.deepEqual(labels([around(23, 'beside'), around(23.01, 'around')]), ['around', 'beside']);

  const parcel = square(23, 38, 0.001);
  const withPart = (west: number, label: string) =>
    placeInParcel(zoneOf(square(west, 37.9, 1), label), parcel, openParcelShares(parcel));
  const parts = [withPart(23.0007, 'a third'), withPart(22.0007, 'the rest')];
  assert.deepEqual(labels(parts), ['the rest', 'a third']);
});

test('of very many zones the first are listed, with a certain one', () => {
  const many = Array.from({ length: mostListed }, (_, i) => placed(`${i}`, i, false));
  const labels = (zones: PlacedZone[]) => answer(zones).zones.map(({ label }) => label);
  const all = many.map((_, i) => `${i}`);
  assert.equal(mostListed, 50);
  assert.deepEqual(labels(many), all);
  assert.deepEqual(labels([...many, placed('more', 99, false)]), all);
  assert.deepEqual(labels([...many, placed('sure', 99, true)]), [...all.slice(0, -1), 'sure']);
  const sureFirst = [placed('sure', -1, true), ...many];
  assert.deepEqual(labels(sureFirst), ['sure', ...all.slice(0, -1)]);
  assert.equal(answer(sureFirst).zonesTotal, 51);
});

test('without a zone the result says whether the source looked here', () => {
  const coverage = (isCertain: boolean) => ({ ...placed('', 0, isCertain), isCoverage: true });
  assert.equal(answer([], []).result, 'not_loaded');
  assert.equal(answer([], [source(null, { ...floods, kind: 'noise' })]).result, 'not_loaded');
  assert.equal(answer([]).result, 'coverage_unknown');
  assert.equal(answer([], [source('here'), source(null)]).result, 'coverage_unknown');
  assert.equal(answer([], [source('here')]).result, 'not_covered');
  assert.equal(answer([coverage(false)], [source('here')]).result, 'partly_covered');
  assert.equal(answer([coverage(false), coverage(true)], [source('here')]).result, 'outside');
});
