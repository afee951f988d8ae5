// Points of interest the plain way, in a process of its own: each request is one PostGIS query,
// which finds the places by a spatial index, measures, sorts and writes the JSON. It does not check
// a token. Usage: plain-places.ts DATABASE_URL; says its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import { radiusMetresByType } from '../src/property/place-types.ts';

const pool = new Pool({ connectionString: process.argv[2], max: 10 });

/** One search for each radius, so that each can use the index. */
const searches = Object.entries(Object.groupBy(Object.entries(radiusMetresByType), ([, r]) => r))
  .map(([radius, types]) => {
    const names = types!.map(([type]) => `'${type}'`);
    return `SELECT * FROM places
            WHERE ST_DWithin(position::geography, ST_MakePoint($2, $1)::geography, ${radius})
              AND place_type IN (${names})`;
  })
  .join(' UNION ALL ');

const query = {
  name: 'nearby',
  text: `
    WITH near AS (
      SELECT *, ST_Distance(position::geography, ST_MakePoint($2, $1)::geography) AS metres
      FROM (${searches}) AS found)
    SELECT coalesce(json_agg(json_build_object(
      'id', id, 'external_id', external_id, 'name_en', name_en, 'name_gr', name_gr,
      'place_category', place_category, 'place_type', place_type,
      'latitude', latitude, 'longitude', longitude, 'distance', round(metres::numeric, 2)
    ) ORDER BY metres, id), '[]')::text AS body FROM near`,
};

const server = createServer(async (request, response) => {
  const { latitude, longitude } = (await json(request)) as { latitude: number; longitude: number };
  const { rows } = await pool.query({ ...query, values: [latitude, longitude] });
  response.setHeader('content-type', 'application/json');
  response.end(rows[0].body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
