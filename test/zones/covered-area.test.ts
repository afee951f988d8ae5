import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'pg';
import { coveredArea } from '#domain/zones/covered-area.ts';
import { exactWkt, type PolygonGeometry } from '#tools/geo/polygon.ts';
import { noPostgres } from '../postgres/database.ts';
import { seeded } from '../seeded.ts';
import { engines } from '../store/engines.ts';
import { overlappingOutlines } from './generated.ts';

/** The largest difference from PostGIS, whose Greek Grid is that of PROJ, in m². */
const mostDifference = 1e-3;

const covers = (outlines: readonly PolygonGeometry[], weight = 1) =>
  outlines.map(outline => ({ outline, weight, isWhole: false }));

test('the covered ground is the area of the union of PostGIS, also within a parcel', {
  skip: noPostgres,
}, async t => {
  const { newUrl, open } = engines[1]!;
  const url = await newUrl();
  // Makes the extension PostGIS.
  await open(t, url);
  const client = new Client({ connectionString: url });
  await client.connect();
  t.after(() => client.end());
  const random = seeded(62);
  let overlaps = 0;
  for (let i = 0; i < 200; i++) {
    const outlines = overlappingOutlines(random);
    const { rows } = await client.query(
      `WITH own AS (SELECT ST_Union(ST_Transform(ST_GeomFromText(wkt, 4326), 2100)) AS all_of,
                           sum(ST_Area(ST_Transform(ST_GeomFromText(wkt, 4326), 2100))) AS sum
                    FROM unnest($1::text[]) AS one (wkt)
                    WHERE ST_IsValid(ST_GeomFromText(wkt, 4326)))
       SELECT ST_Area(all_of) AS area, sum,
              ST_Area(ST_Intersection(all_of, ST_Transform(ST_GeomFromText($2, 4326), 2100))) AS common
       FROM own`,
      [outlines.map(exactWkt), exactWkt(outlines[0]!)],
    );
    const { area, sum, common } = rows[0];
    const whole = coveredArea(covers(outlines));
    const part = coveredArea(covers(outlines), outlines[0]);
    const where = `${i}: ${outlines.map(exactWkt).join(' ')}`;
    assert.ok(Math.abs(whole - area) < mostDifference, `${whole}, PostGIS ${area}: ${where}`);
    assert.ok(Math.abs(part - common) < mostDifference, `${part}, PostGIS ${common}: ${where}`);
    if (sum > area + 1) overlaps++;
  }
  assert.ok(overlaps > 50, `${overlaps}`);
});
