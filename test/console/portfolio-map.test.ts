import assert from 'node:assert/strict';
import test from 'node:test';
import { metresBetween } from '#tools/geo/earth.ts';
import {
  cellBox,
  cellFeatures,
  cellStep,
  circleFeatures,
  dotPixels,
  filteredCells,
  rowFeatures,
} from '../../console/src/pages/portfolio/result/map-features.ts';
import type { Exposure } from '../../console/src/pages/portfolio/run/ask-portfolios.ts';

const athens = { latitude: 37.97, longitude: 23.73 };
const row = { ...athens, line: 7, reference: 'A-7', exposure_eur: 100 };
const circles = [200, 1_000].map(radius_m => ({
  ...{ ...row, radius_m, exposure: {} as Exposure, exposure_rough_eur: 0 },
  ...{ lines: [7], rows: 1, rows_rough: 0, largest: [row] },
}));
const portfolio = {
  circles,
  map: {
    cell_degrees: 0,
    cells: [
      { ...athens, rows: 1, exposure_eur: 100, exposure_rough_eur: 0 },
      { latitude: 40.6, longitude: 22.9, rows: 30, exposure_eur: 400, exposure_rough_eur: 0 },
    ],
  },
};

test('areas of dots follow the amounts, and small ones are still seen', () => {
  const pixels = [400, 100, 1, 0].map(amount => dotPixels(amount, 400));
  assert.deepEqual(pixels, [18, 9, 4, 4]);
  assert.equal(dotPixels(0, 0), 4);
});

test('filters leave the cells of their rows, with their share of the amount', () => {
  const [all, found] = [portfolio.map, [{ latitude: 40.6, longitude: 22.9, rows: 3 }]];
  assert.deepEqual(filteredCells(all, found), [{ ...all.cells[1], rows: 3, exposure_eur: 40 }]);
  const wide = { ...all, cell_degrees: 0.5 };
  const elsewhere = [{ latitude: 40.9, longitude: 22.6, rows: 30 }];
  assert.deepEqual(filteredCells(wide, elsewhere), [all.cells[1]]);
  assert.deepEqual(filteredCells(all), []);
});

test('cells have what the map adds up, and smaller circles are above', () => {
  assert.deepEqual(
    cellFeatures(portfolio.map.cells, 'certainty').features.map(({ properties }) => properties),
    [
      { ...athens, rows: 1, euro: 100, step: 0 },
      { latitude: 40.6, longitude: 22.9, rows: 30, euro: 400, step: 0 },
    ],
  );
  const places = circleFeatures(portfolio).features.map(({ properties }) => properties.place);
  assert.deepEqual(places, [1, 0]);
});

test('circles are true to scale', () => {
  for (const { geometry, properties } of circleFeatures(portfolio).features) {
    const [ring] = (geometry as GeoJSON.Polygon).coordinates;
    for (const [longitude, latitude] of ring!) {
      const metres = metresBetween(athens, { latitude: latitude!, longitude: longitude! });
      const { radius_m } = circles[Number(properties.place)]!;
      assert.ok(Math.abs(metres - radius_m) < 0.001 * radius_m, `${metres} m`);
    }
  }
});

test('the rows of the chosen circle are drawn, and none without one', () => {
  assert.deepEqual(
    rowFeatures(circles[0]).features.map(({ properties }) => properties!.line),
    [7],
  );
  assert.deepEqual(rowFeatures(undefined).features, []);
});

test('dots are coloured by certainty, insurance and zones', () => {
  const cell = { ...athens, rows: 4, exposure_eur: 100, exposure_rough_eur: 0 };
  const table: [Parameters<typeof cellStep>, number][] = [
    [[{ ...cell, exposure_rough_eur: 9 }, 'certainty'], 0],
    [[{ ...cell, exposure_rough_eur: 50 }, 'certainty'], 1],
    [[{ ...cell, exposure_rough_eur: 100 }, 'certainty'], 2],
    [[cell, 'insurance'], 3],
    [[{ ...cell, insured_ratio: 0.9 }, 'insurance'], 0],
    [[{ ...cell, insured_ratio: 0.7 }, 'insurance'], 1],
    [[{ ...cell, insured_ratio: 0.69 }, 'insurance'], 2],
    [[{ ...cell, rows_in_zones: { flood: 4 } }, 'zone earthquake'], 0],
    [[{ ...cell, rows_in_zones: { flood: 3 } }, 'zone flood'], 1],
    [[{ ...cell, rows_in_zones: { flood: 4 } }, 'zone flood'], 2],
  ];
  for (const [given, step] of table) assert.equal(cellStep(...given), step, JSON.stringify(given));
});

test('the box of a dot has its rows and no neighbours', () => {
  const inBox = (box: string, { latitude, longitude }: typeof athens) => {
    const [west, south, east, north] = box.split(',').map(Number);
    return west! <= longitude && longitude <= east! && south! <= latitude && latitude <= north!;
  };
  const cell = { ...athens, rows: 1, exposure_eur: 1, exposure_rough_eur: 0 };
  const exact = cellBox(cell.longitude, cell.latitude, 0);
  assert.ok(inBox(exact, athens));
  assert.ok(!inBox(exact, { ...athens, latitude: athens.latitude + 0.0001 }));
  const wide = cellBox(cell.longitude, 37.974, 0.01);
  assert.ok(inBox(wide, { ...athens, latitude: 37.9701 }));
  assert.ok(!inBox(wide, { ...athens, latitude: 37.9699 }));
});
