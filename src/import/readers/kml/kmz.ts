import { badFile } from '../../../files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { listZip } from '../zip/directory.ts';
import { namedLayer } from '../zip/named-layer.ts';
import { openUnpacked } from '../zip/unpack-members.ts';
import { openDocuments } from './kml.ts';

/** Enough for the folders of a map; programs that make tiles write thousands of documents. */
const mostDocuments = 200;

/**
 * Opens a KMZ archive: all its KML documents as one, as the first one links to the others, or only
 * the document that `layer` names.
 */
export async function openKmz(path: string, layer?: string): Promise<FeatureReader> {
  const all = (await listZip(path)).filter(({ name }) => /\.kml$/i.test(name));
  const documents = layer === undefined ? all : [namedLayer(path, all, layer)];
  if (documents.length === 0) throw badFile(path, 'expected a KML document in it, it holds none');
  if (documents.length > mostDocuments) {
    throw badFile(path, `holds ${documents.length} KML documents, more than ${mostDocuments}`);
  }
  const members = new Map(documents.map((member, i) => [`data-${i}.kml`, member]));
  return openUnpacked(path, members, pathOf =>
    openDocuments([...members].map(([file, { name }]) => ({ path: pathOf(file), name }))),
  );
}
