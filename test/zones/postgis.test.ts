import assert from 'node:assert/strict';
import { Client } from 'pg';
import { zonesAtPoint } from '#features/report/zones-section.ts';
import { replaceRows } from '#storage/store/store.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { noPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { provenance } from '../service.ts';
import { engines } from '../store/engines.ts';
import { compareDistances, compareInside, compareShares, zoneData } from './against-postgis.ts';
import { generatedAreas, star, testPositions, zonesWith } from './generated.ts';

longTest(
  'points, distances and shares of parcels equal those of PostGIS, in both engines',
  { skip: noPostgres },
  async t => {
    const random = seeded(7);
    const areas = generatedAreas(random);
    const stores = await Promise.all(
      engines.map(async engine => {
        const url = await engine.newUrl();
        const store = await engine.open(t, url, () => new Date(0));
        await replaceRows(store, 'zones', provenance, zonesWith(areas));
        return { url, store };
      }),
    );
    const [sqlite, postgres] = stores.map(({ store }) => store);
    const client = new Client({ connectionString: stores[1]!.url });
    await client.connect();
    t.after(() => client.end());

    await t.test('2,000 points', async () => {
      const positions = testPositions(areas, 2_000, random);
      const inside = await compareInside(client, [sqlite!, postgres!], positions);
      assert.ok(inside > 500, `${inside}`);
    });

    await t.test('distances', async () => {
      const positions = Array.from(
        { length: 100 },
        (): Position => [22.9 + random() * 1.2, 37.9 + random() * 1.2],
      );
      const compared = await compareDistances(client, sqlite!, positions, areas);
      assert.ok(compared > 10, `${compared}`);
    });

    await t.test('shares of parcels', async () => {
      const parcels = Array.from({ length: 80 }, (_, i): PolygonGeometry => {
        const [x, y] = testPositions(areas, 1, random)[0]!;
        return {
          type: 'Polygon',
          coordinates: [star([x, y], 0.0005 * (1 + (i % 5)), 4 + (i % 20), random)],
        };
      });
      const parts = await compareShares(client, sqlite!, parcels);
      assert.ok(parts > 30, `${parts}`);
    });

    await t.test('both engines give the same bytes, also within an accuracy', async () => {
      for (const [longitude, latitude] of testPositions(areas, 40, random)) {
        const [a, b] = await Promise.all(
          [sqlite!, postgres!].map(async store => {
            const answers = await zonesAtPoint(
              zoneData(store),
              latitude,
              longitude,
              undefined,
              300,
            );
            const kinds = answers.kinds.map(({ sources, ...rest }) => ({
              ...rest,
              sources: sources.map(({ id: _, ...source }) => source),
            }));
            return JSON.stringify({ ...answers, kinds });
          }),
        );
        assert.equal(a, b);
      }
    });
  },
);
