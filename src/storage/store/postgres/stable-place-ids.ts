import type { Client } from 'pg';

/** A place that its source had before, lately or long ago, gets the id it had. */
export async function keepPlaceIds(
  client: Client,
  source: string,
  sourceId: number,
): Promise<void> {
  await client.query(
    `UPDATE places_${sourceId} AS new SET id = known.id
     FROM (
       SELECT external_id, place_type, places.id
       FROM places JOIN sources ON sources.id = places.source_id
       WHERE sources.layer = 'places' AND sources.source = $1
       UNION ALL
       SELECT external_id, place_type, id FROM departed_places WHERE source = $1
     ) AS known
     WHERE known.external_id = new.external_id AND known.place_type = new.place_type`,
    [source],
  );
}

/**
 * Keeps the ids of places of some sources that are about to be dropped, and forgets those that have
 * returned: their ids are the same.
 */
export async function rememberDeparting(
  client: Client,
  sources: readonly string[],
  sourceId: number,
): Promise<void> {
  await client.query(
    `INSERT INTO departed_places (source, external_id, place_type, id)
     SELECT sources.source, external_id, place_type, old.id
     FROM places AS old JOIN sources ON sources.id = old.source_id
     WHERE sources.layer = 'places' AND sources.source = ANY ($1) AND external_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM places_${sourceId} AS new WHERE new.id = old.id)`,
    [sources],
  );
  await client.query(
    `DELETE FROM departed_places AS departed USING places_${sourceId} AS new
     WHERE departed.id = new.id`,
  );
}
