import { firstBytes } from '#tools/files/byte-window.ts';
import { badFile, openBytes } from '#tools/files/bytes.ts';
import { inShell } from '#tools/files/run-program.ts';
import type { OsmFile } from './elements.ts';
import { openOsmXml } from './osm-xml.ts';
import { openOsmPbf } from './pbf.ts';

/** Opens OSM PBF or OSM XML, also gzipped; the first bytes decide the format. */
export async function openOsm(path: string): Promise<OsmFile> {
  const bytes = await openBytes(path);
  const { totalBytes, gzipped } = bytes;
  if (totalBytes === 0) throw badFile(path, 'the file is empty');
  const start = (await firstBytes(bytes)).toString('latin1');
  if (start.startsWith('OSMHeader', 6) && !gzipped) return openOsmPbf({ path, totalBytes });
  refusePacked(path, start);
  if (/^(\xef\xbb\xbf)?\s*</.test(start)) return openOsmXml(path, bytes);
  throw badFile(path, 'byte 0: expected OSM PBF (.osm.pbf) or OSM XML (.osm, .osm.gz)');
}

/** Throws for bzip2 and zip, with the command that unpacks. */
function refusePacked(path: string, start: string): void {
  const [name, command] = start.startsWith('BZh')
    ? ['bzip2', 'bunzip2 -k']
    : start.startsWith('PK\x03\x04')
      ? ['zip', 'unzip']
      : [];
  if (name === undefined) return;
  throw badFile(
    path,
    `it is packed with ${name}; unpack it with ${command} ${inShell(path)}, and import the result`,
  );
}
