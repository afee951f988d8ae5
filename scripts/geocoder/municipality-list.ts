// node scripts/geocoder/municipality-list.ts: writes data/municipalities-with-streets.md.
import { writeFileSync } from 'node:fs';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';

/** The page that lists which municipalities have streets in the gazetteer that ships. */
export const listFile = 'data/municipalities-with-streets.md';

/** The table has Mount Athos, which is none, and counts two islands to their neighbours. */
const municipalitiesOfGreece = 332;

/** The text of that page: a line for each region, with the number of street names. */
export function municipalityList({ municipalities, streets }: GeocoderRows): string {
  const names = Map.groupBy(streets, ({ municipality }) => municipality);
  const count = (id: string) => new Set(names.get(id)?.map(({ name }) => name)).size;
  const known = municipalities.filter(({ id }) => names.has(id));
  const byRegion = Map.groupBy(known, ({ region }) => region);
  const lines = [...byRegion].map(([region, list]) => {
    const entries = list
      .map(({ id, nominative }) => ({ nominative, streets: count(id) }))
      .sort((a, b) => b.streets - a.streets || (a.nominative < b.nominative ? -1 : 1))
      .map(one => `${one.nominative} (${one.streets})`);
    return `| ${region} | ${entries.length} | ${entries.join(', ')} |`;
  });
  return `# Municipalities with streets

The gazetteer that ships has streets of ${known.length} of the ${municipalitiesOfGreece} municipalities, 100 street names or more in ${known.filter(({ id }) => count(id) >= 100).length} of them. The number of names is in brackets. In all other municipalities the result for an address is the town, with a fault on the street, until you import addresses ([docs/data.md](../docs/data.md)).

\`node scripts/geocoder/municipality-list.ts\` writes this page; a test compares it with the data.

| region | municipalities | names of streets |
|---|---|---|
${lines.join('\n')}
`;
}

if (import.meta.main) writeFileSync(listFile, municipalityList(await readGazetteer()));
