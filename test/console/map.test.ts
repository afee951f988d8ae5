import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import {
  createExpression,
  type StyleSpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec';
import geodesic from 'geographiclib-geodesic';
import { mapLayers } from '#domain/map/map-feature.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { type PolygonGeometry, type Position, toWkt } from '#tools/geo/polygon.ts';
import { circleAround } from '../../console/src/property/map/draw/circle.ts';
import { measureFeatures, pointFeatures } from '../../console/src/property/map/draw/features.ts';
import { mapModel } from '../../console/src/property/map/draw/map-model.ts';
import { measure } from '../../console/src/property/map/draw/measure.ts';
import { modelBounds } from '../../console/src/property/map/draw/move-map.ts';
import { mapName } from '../../console/src/property/map/style/base-labels.ts';
import { baseLayers } from '../../console/src/property/map/style/base-layers.ts';
import { palettes } from '../../console/src/property/map/style/palette.ts';
import { sidesOf } from '../../console/src/property/parcel/sides.ts';
import { kindNames } from '../../console/src/property/places/kinds.ts';
import { geometryOf, readOutline } from '../../console/src/state/subject/outline.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { formatter } from '../../console/src/tools/language/format.ts';

const wgs84 = geodesic.Geodesic.WGS84;

test('the circles have their radius, to a tenth of a percent', () => {
  for (const radius of [1_000, 2_000, 10_000]) {
    for (const [longitude, latitude] of circleAround([23.7348, 37.9755], radius)) {
      const { s12 } = wgs84.Inverse(37.9755, 23.7348, latitude, longitude);
      assert.ok(Math.abs(s12! - radius) < radius / 1_000, `${radius}: ${s12}`);
    }
  }
});

test('the sides of a parcel equal the geodesic to a millimetre', () => {
  const outline = readOutline(
    'POLYGON ((23.7362000 37.9868000, 23.7363579 37.9868561, 23.7362585 37.9870315, 23.7361006 37.9869754, 23.7362000 37.9868000))',
  )!;
  const sides = sidesOf(outline);
  assert.equal(sides.length, 4);
  for (const { from, to, metres } of sides) {
    assert.ok(Math.abs(wgs84.Inverse(from[1], from[0], to[1], to[0]).s12! - metres) < 0.001);
  }
});

const square: Position[] = [
  [23, 38],
  [23.01, 38],
  [23.01, 38.01],
  [23, 38.01],
];

test('a measured line has the length and area of the ellipsoid', () => {
  assert.deepEqual(measure([]), { metres: 0, squareMetres: undefined, isCrossed: false });
  assert.equal(measure(square.slice(0, 2)).squareMetres, undefined);
  const { metres, squareMetres } = measure(square);
  const { east, north } = metresPerDegree(38.005);
  assert.ok(Math.abs(metres - (2 * east + north) / 100) < 0.1, `${metres}`);
  assert.ok(Math.abs(squareMetres! / ((east * north) / 1e4) - 1) < 1e-5, `${squareMetres}`);
  // The direction of the line does not matter.
  assert.ok(Math.abs(measure(square.toReversed()).squareMetres! - squareMetres!) < 0.01);
});

test('a measured figure shows the side that closes it, and has no area if its sides cross', () => {
  const bow = [square[0]!, square[2]!, square[1]!, square[3]!];
  const drawn = (points: readonly Position[]) =>
    measureFeatures(points, metres => `${Math.round(metres)}`).features.map(
      ({ geometry, properties: { kind = '', label = '' } }) => `${geometry.type} ${kind}${label}`,
    );
  assert.deepEqual(measure(bow).squareMetres, undefined);
  assert.deepEqual(
    [square, bow, square.slice(0, 2), [...square, square[3]!]].map(one => measure(one).isCrossed),
    [false, true, false, false],
  );
  assert.deepEqual(drawn(square).slice(0, 5), [
    'Polygon ',
    'LineString 878',
    'LineString 1110',
    'LineString 878',
    'LineString closing1110',
  ]);
  assert.equal(drawn(bow)[0]!.startsWith('LineString'), true);
  assert.deepEqual(drawn(square.slice(0, 2)), ['LineString 878', 'Point ', 'Point ']);
});

test('an address that may be far away is an area that fits the window, and no point in it', () => {
  const center: Position = [23.7348, 37.9755];
  const shown = (metres: number) =>
    mapModel(
      {
        latitude: center[1],
        longitude: center[0],
        parcel: undefined,
        subject: { kind: 'address' },
        address: { match: { accuracy_m: metres } },
      },
      false,
      [],
      new Set(),
      undefined,
      formatter('en'),
    );
  const point = (metres: number) => {
    const { accuracyMetres, isArea } = shown(metres);
    const { features } = pointFeatures(center, accuracyMetres, isArea);
    return features.map(({ properties }) => properties);
  };
  assert.deepEqual(point(8), [{ below: 99 }]);
  assert.deepEqual(point(60), [{ kind: 'accuracy' }, { below: 99 }]);
  const [area, { below } = {}] = point(1_400);
  assert.deepEqual(area, { kind: 'area' });
  // 24 pixels at the zoom at which the point gives way to it.
  const pixel = (40_075_017 * Math.cos((37.9755 * Math.PI) / 180)) / 512 / 2 ** Number(below);
  assert.ok(Math.abs(2_800 / pixel - 24) < 0.01, `${below}`);
  for (const metres of [20, 1_400, 3_400]) {
    const [west, south, east, north] = modelBounds(shown(metres));
    for (const [x, y] of circleAround(center, metres)) {
      assert.ok(x > west && x < east && y > south && y < north, `${metres} m`);
    }
  }
});

test('outlines of the service are read, and other text is not', () => {
  const ring = '(23 38, 24 38, 24 39, 23 38)';
  assert.deepEqual(readOutline(`POLYGON (${ring})`), readOutline(`MULTIPOLYGON ((${ring}))`));
  assert.equal(readOutline(`POLYGON (${ring}, ${ring})`)![0]!.length, 2);
  assert.deepEqual(geometryOf(readOutline(`POLYGON (${ring})`)!).coordinates.length, 1);
  for (const wkt of ['', 'POINT (1 2)', 'POLYGON ((1 2', 'POLYGON ((a b))']) {
    assert.equal(readOutline(wkt), undefined, wkt);
  }
});

test('every sample parcel that the service writes is read to the last digit', () => {
  const sample = JSON.parse(readFileSync('data/parcels.geojson', 'utf8')) as {
    features: { geometry: PolygonGeometry }[];
  };
  for (const { geometry } of sample.features) {
    const wkt = toWkt(geometry, 7);
    const expected = wkt.replace(/^POLYGON (.+)$/, 'MULTIPOLYGON ($1)');
    assert.equal(toWkt(geometryOf(readOutline(wkt)!), 7), expected);
  }
});

test('the style is valid in both languages and looks', () => {
  for (const look of ['light', 'dark'] as const) {
    for (const language of ['el', 'en'] as const) {
      const style: StyleSpecification = {
        version: 8,
        sources: {
          base: { type: 'vector', tiles: ['https://ktima.example/{z}/{x}/{y}.mvt'] },
        },
        layers: baseLayers(palettes[look], language),
      };
      const name = `${look}, ${language}`;
      assert.deepEqual(
        validateStyleMin(style).map(({ message }) => message),
        [],
        name,
      );
      assert.ok(style.layers.length > 14, name);
    }
  }
});

test('the style draws every layer of the base tiles, and no other', () => {
  const drawn = baseLayers(palettes.light, 'el').flatMap(layer =>
    'source-layer' in layer ? [layer['source-layer']] : [],
  );
  assert.deepEqual([...new Set(drawn)].sort(), [...mapLayers].sort());
});

test('a name is in the language of the console, or the one that there is', () => {
  const volos = { name: 'Βόλος', name_en: 'Volos' };
  assert.equal(evaluate(mapName('el'), volos), 'Βόλος');
  assert.equal(evaluate(mapName('en'), volos), 'Volos');
  assert.equal(evaluate(mapName('el'), { name_en: 'Volos' }), 'Volos');
  assert.equal(evaluate(mapName('en'), { name: 'Βόλος' }), 'Βόλος');
  assert.equal(evaluate(mapName('en'), {}), '');
});

test('tunnels are drawn paler, and the largest cities are written larger', () => {
  const styleValue = (id: string, part: 'paint' | 'layout', name: string, properties: object) => {
    const layer = baseLayers(palettes.light, 'el').find(one => one.id === id)!;
    const values = layer[part] as Record<string, unknown>;
    return evaluate(values[name], properties);
  };
  const opacity = (properties: object) => styleValue('road', 'paint', 'line-opacity', properties);
  assert.deepEqual([opacity({ rank: -1 }), opacity({ rank: 0 }), opacity({})], [0.5, 1, 1]);
  const size = (properties: object) => styleValue('place-names', 'layout', 'text-size', properties);
  const athens = { kind: 'city', rank: 664_046 };
  assert.deepEqual([size(athens), size({ ...athens, rank: 144_449 })], [23.75, 19]);
});

test('below tiles that have not come, and outside the land that ships, is neither land nor sea', () => {
  for (const palette of Object.values(palettes)) {
    const [background, sea] = baseLayers(palette, 'el');
    assert.deepEqual(background?.paint, { 'background-color': palette.unmapped });
    assert.deepEqual([sea?.id, sea?.type], ['sea', 'fill']);
    assert.ok(![palette.land, palette.sea].includes(palette.unmapped));
  }
});

test('the name of a settlement goes when the settlement fills the screen', () => {
  const layers = baseLayers(palettes.light, 'el');
  const { filter } = layers.find(({ id }) => id === 'place-names') as { filter: unknown[] };
  const isShown = (kind: string, zoom: number) => evaluate(filter, { kind }, zoom);
  assert.deepEqual(
    [13, 14].map(zoom => isShown('city', zoom)),
    [true, false],
  );
  assert.deepEqual(
    [17, 18].map(zoom => isShown('neighbourhood', zoom)),
    [true, false],
  );
  assert.equal(isShown('continent', 5), false);
});

/** The value of an expression for a line with these properties, at a zoom. */
function evaluate(expression: unknown, properties: object, zoom = 14): unknown {
  const created = createExpression(expression, 'layers[0].filter');
  assert.ok(created.result === 'success');
  return created.value.evaluate({ zoom }, { type: 2, properties: { ...properties } });
}

test('every kind of place has a symbol and a name', () => {
  assert.deepEqual([...kindNames].sort(), [...placeTypes].sort());
  assert.deepEqual(Object.keys(el.kinds).sort(), [...placeTypes].sort());
});
