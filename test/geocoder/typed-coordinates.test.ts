import assert from 'node:assert/strict';
import test from 'node:test';
import { typedCoordinates } from '#domain/geocoder/query/typed-coordinates.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';

const syntagma = { latitude: 37.9755, longitude: 23.7348 };
const [east, north] = toGreekGrid([syntagma.longitude, syntagma.latitude]).map(metres =>
  metres.toFixed(2),
) as [string, string];
const withComma = (number: string) => number.replace('.', ',');

test('coordinates are read in either order, with decimal points or commas', () => {
  const typed = `
    37.9755, 23.7348 | 37.9755,23.7348 | 37.9755 23.7348 | 37.9755 ; 23.7348
    37,9755 23,7348 | 37,9755, 23,7348 | 37,9755,23,7348 | 37,9755/23,7348
    23.7348, 37.9755 | 23,7348 37,9755 | 37.9755° N, 23.7348° E | 37,9755°Β 23,7348°Α
    37°58'31.8"N 23°44'05.28"E | 37° 58' 31,8", 23° 44' 5,28" | 37°58.53' 23°44.088'
    37°58′31.8″Β, 23°44′5.28″Α | ${east} ${north} | ${north}, ${east}
    ${withComma(east)} ${withComma(north)} | ${withComma(north)}; ${withComma(east)}`;
  for (const text of typed.split(/[|\n]/).slice(1)) {
    const point = typedCoordinates(text);
    assert.ok(point, text);
    assert.ok(Math.abs(point.latitude - syntagma.latitude) < 1e-6, text);
    assert.ok(Math.abs(point.longitude - syntagma.longitude) < 1e-6, text);
  }
  const metres = typedCoordinates(`${Number(east).toFixed(0)},${Number(north).toFixed(0)}`);
  assert.ok(metres && Math.abs(metres.latitude - syntagma.latitude) < 1e-4);
});

test('what is no point in Greece, or may be something else, is none', () => {
  const others = `37.9755 | 37,9755 | 38 23 | 24, 26 | 10673 24 | 51.5074, -0.1278
    51.5074, 0.1278 | 37.9755, 37.9755 | Ερμού 37.9755, 23.7348 | 37.9755, 23.7348, 12.5
    476123 100000 | 37°61'31" 23°44'05" | 37°58' 23°44 | 37°58'31"`.split(/[|\n]/);
  for (const text of ['', ...others, '37.9755, 23.7348'.padEnd(70, '0')]) {
    assert.equal(typedCoordinates(text), undefined, text);
  }
});
