import { posix } from 'node:path';
import { badFile, openBytes, type Unreadable } from '#tools/files/bytes.ts';
import { localName, readXml, type XmlEvents } from '#tools/files/xml.ts';
import { listZip } from '#tools/files/zip/directory.ts';
import type { Feature, FeatureReader } from '../reader.ts';
import { namedLayer, openUnpacked } from '../zip/open-zipped.ts';
import { gatherPlacemark, type KmlProgress, type PlacemarkGatherer } from './placemark.ts';

const wgs84 = 4326;

/** One of the documents of a KMZ archive. */
interface KmlDocument {
  readonly path: string;
  /** Its name in the archive, to which links between documents are relative. */
  readonly name: string;
}

/** Opens a KML file, plain or gzipped: its Placemarks in all folders. */
export function openKml(path: string): Promise<FeatureReader> {
  return openDocuments([{ path, name: '' }]);
}

/** Opens several documents as one. Links to other files are not followed. */
async function openDocuments(documents: readonly KmlDocument[]): Promise<FeatureReader> {
  const opened = await Promise.all(
    documents.map(async document => ({ document, bytes: await openBytes(document.path) })),
  );
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const names = new Set(documents.map(({ name }) => name));
  const progress: KmlProgress = { placemarks: 0, hasTables: false };
  return {
    unit: 'placemark',
    epsg: wgs84,
    crsName: 'WGS 84, as all of KML',
    // Programs write a decimal point; HTML tables for people may have either sign.
    decimalSign: () => (progress.hasTables ? undefined : '.'),
    totalBytes: sum(opened.map(({ bytes }) => bytes.totalBytes)),
    bytesRead: () => sum(opened.map(({ bytes }) => bytes.bytesRead())),
    async *features() {
      for (const { document, bytes } of opened) {
        const events = gatherPlacemarks(progress, document.name, names);
        yield* readXml(document.path, bytes, events);
      }
      if (progress.placemarks === 0)
        throw badFile(documents[0]!.path, 'no placemarks, expected some');
    },
  };
}

function gatherPlacemarks(
  progress: KmlProgress,
  documentName: string,
  names: ReadonlySet<string>,
): XmlEvents<Feature | Unreadable> {
  const isKnown = (link: string) =>
    names.has(posix.join(posix.dirname(documentName), link.split('#', 1)[0]!));
  let placemark: PlacemarkGatherer | undefined;
  let isLink = false;
  return {
    open(name, attributes) {
      const local = localName(name);
      if (placemark) placemark.open(local, attributes);
      else if (local === 'Placemark') placemark = gatherPlacemark(progress);
      else if (local === 'NetworkLink') isLink = true;
      return undefined;
    },
    close(name, text) {
      const local = localName(name);
      const whole = placemark?.close(local, text);
      if (whole) placemark = undefined;
      else if (local === 'NetworkLink') isLink = false;
      else if (isLink && local === 'href' && !isKnown(text.trim())) {
        const number = ++progress.placemarks;
        return { number, problem: 'a link to data elsewhere, which is not followed' };
      }
      return whole;
    },
  };
}

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
