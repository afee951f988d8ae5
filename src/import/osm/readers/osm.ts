import { open } from 'node:fs/promises';
import { badFile, refuseSpecialFile } from '../../../files/bytes.ts';
import type { OsmFile } from './elements.ts';
import { openOsmPbf } from './pbf.ts';
import { openOsmXml } from './xml.ts';
import { openZippedOsm } from './zipped.ts';

/** Opens OSM PBF or OSM XML, also in gzip, bzip2 or zip; the first bytes decide the format. */
export async function openOsm(path: string): Promise<OsmFile> {
  const { start } = await firstBytes(path);
  if (start.toString('latin1', 0, 4) === 'PK\x03\x04') return openZippedOsm(path, openStored);
  return openStored(path, 1);
}

async function openStored(path: string, packing: number): Promise<OsmFile> {
  const { start, totalBytes } = await firstBytes(path);
  const stored = { path, totalBytes, packing };
  if (start.toString('latin1', 6, 15) === 'OSMHeader') return openOsmPbf(stored);
  if (start[0] === 0x1f && start[1] === 0x8b) return openOsmXml(stored, 'gzip');
  if (start.toString('latin1', 0, 3) === 'BZh') return openOsmXml(stored, 'bzip2');
  if (/^\s*</.test(start.toString('utf8').replace(/^\ufeff/, ''))) {
    return openOsmXml(stored, 'plain');
  }
  throw badFile(path, 'byte 0: expected OSM PBF (.osm.pbf) or OSM XML (.osm, .osm.gz, .osm.bz2)');
}

async function firstBytes(path: string): Promise<{ start: Buffer; totalBytes: number }> {
  try {
    await using file = await open(path);
    const facts = await file.stat();
    refuseSpecialFile(path, facts);
    if (facts.size === 0) throw badFile(path, 'the file is empty');
    const totalBytes = facts.size;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    return { start: buffer.subarray(0, bytesRead), totalBytes };
  } catch (cause) {
    throw badFile(path, cause);
  }
}
