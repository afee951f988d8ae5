// `node scripts/town/write-town.ts volos.osm` writes data/volos, the sample town, from the file that
// https://www.openstreetmap.org/export gives for longitude 22.9452 to 22.9665 and latitude 39.3570 to
// 39.3709, central Volos. Streets, buildings and places are OpenStreetMap's; all else is invented.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import type { Box } from '#tools/geo/box.ts';
import { writeOsmPbf } from '../../test/importing/osm-writer.ts';
import { cutExtract } from './cut-extract.ts';
import { inventTown } from './invent-town.ts';

const [extract] = process.argv.slice(2);
if (extract === undefined) throw new Error('expected the OpenStreetMap XML file of central Volos');

const bounds: Box = { west: 22.9452, south: 39.357, east: 22.9665, north: 39.3709 };
const folder = join(dataFolder, 'volos');
mkdirSync(folder, { recursive: true });
const elements = await cutExtract(await openOsm(extract), bounds);
await writeOsmPbf(join(folder, 'volos.osm.pbf'), elements, { bounds, level: 9 });
for (const [name, text] of Object.entries(inventTown(readFileSync(extract, 'utf8'), bounds))) {
  writeFileSync(join(folder, name), text);
}
