import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OsmElement, OsmKinds } from '#importing/osm/readers/elements.ts';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { KtimaError } from '#tools/errors.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { bytes, message, osmPbf, type PbfOptions, pbfBlob } from '../../osm-writer.ts';

export const { path: folder, put } = temporaryFolder();
export const everything: OsmKinds = { nodes: true, ways: true, relations: true };

export function putPbf(elements: Iterable<OsmElement>, options?: PbfOptions): string {
  return put('file.osm.pbf', Buffer.concat([...osmPbf(elements, options)]));
}

export async function read(path: string, kinds: OsmKinds = everything): Promise<OsmElement[]> {
  return (await Array.fromAsync((await openOsm(path)).elements(kinds))).flat();
}

/** Reads to the end or to BAD_DATA, whose message is returned; anything else fails the test. */
export async function problemOf(path: string): Promise<string | undefined> {
  try {
    await read(path);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof KtimaError, `${(error as Error).stack}`);
    assert.equal(error.code, 'BAD_DATA');
    assert.ok(error.message.startsWith(path), error.message);
    return error.message.slice(path.length);
  }
}

export function tagged(tags: Record<string, string>): Record<string, string> {
  return Object.assign(Object.create(null), tags);
}

/** One element of every kind, with unusual ids, positions and texts. */
export const volos: OsmElement[] = [
  { kind: 'node', id: 1, latitude: 39.3621898, longitude: 22.9422213, tags: undefined },
  { kind: 'node', id: 12_345_678_901, latitude: 39.3621, longitude: 22.9, tags: undefined },
  {
    kind: 'node',
    id: -7,
    latitude: -0.0000001,
    longitude: 180,
    tags: tagged({ amenity: 'bank', name: 'Τράπεζα «Α» & <Β>\n"Γ" 🏦', constructor: '', a: 'b' }),
  },
  { kind: 'way', id: -3, refs: [1, 12_345_678_901, -7, 1], tags: tagged({ building: 'yes' }) },
  { kind: 'way', id: 4_000_000_000, refs: [], tags: undefined },
  {
    kind: 'relation',
    id: 9,
    members: [
      { kind: 'way', ref: -3, role: 'outer' },
      { kind: 'node', ref: 12_345_678_901, role: '' },
      { kind: 'relation', ref: 10, role: 'υπο' },
    ],
    tags: tagged({ type: 'multipolygon' }),
  },
  { kind: 'relation', id: 10, members: [], tags: undefined },
];

/** Short texts for property tests. */
export const anyText = fc.string({ unit: 'grapheme', maxLength: 6 });
/** The first blob of every PBF. */
export const pbfHeader = pbfBlob('OSMHeader', message(bytes(4, 'OsmSchema-V0.6')));
