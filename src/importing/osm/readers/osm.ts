import { open } from 'node:fs/promises';
import { badFile, refuseSpecialFile } from '#tools/files/bytes.ts';
import { inShell } from '#tools/files/run-program.ts';
import type { OsmFile, StoredFile } from './elements.ts';
import { openOsmXml } from './osm-xml.ts';
import { openOsmPbf } from './pbf.ts';

/** Opens OSM PBF or OSM XML, also gzipped; the first bytes decide the format. */
export async function openOsm(path: string): Promise<OsmFile> {
  const { start, stored } = await firstBytes(path);
  if (start.toString('latin1', 6, 15) === 'OSMHeader') return openOsmPbf(stored);
  if (start[0] === 0x1f && start[1] === 0x8b) return openOsmXml(stored, true);
  refusePacked(path, start.toString('latin1'));
  if (/^\s*</.test(start.toString('utf8').replace(/^\ufeff/, ''))) return openOsmXml(stored);
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

async function firstBytes(path: string): Promise<{ start: Buffer; stored: StoredFile }> {
  try {
    await using file = await open(path);
    const facts = await file.stat();
    refuseSpecialFile(path, facts);
    if (facts.size === 0) throw badFile(path, 'the file is empty');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    return { start: buffer.subarray(0, bytesRead), stored: { path, totalBytes: facts.size } };
  } catch (cause) {
    throw badFile(path, cause);
  }
}
