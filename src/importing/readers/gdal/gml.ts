import { createWriteStream } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isUnreadable, openBytes } from '#tools/files/bytes.ts';
import { localName, readXml, utf8Xml } from '#tools/files/xml.ts';
import { parseSrsName, type Srs } from '../crs/srs-name.ts';
import type { FeatureReader, RawGeometry } from '../reader.ts';
import type { Checked } from './convertible.ts';

/** Options of GDAL for GML: text stays text, and nothing but the file is read. */
export const gmlOptions = [
  ...['-oo', 'DOWNLOAD_SCHEMA=NO', '-oo', 'REGISTRY=registry.xml'],
  // GDAL looks for the system in fewer places than the axis order needs.
  ...['-oo', 'INVERT_AXIS_ORDER_IF_LAT_LONG=NO', '-a_srs', 'NULL', '-forceNullable'],
  // Of several elements with one name the first counts.
  ...['-splitlistfields', '-maxsubfields', '1'],
];

/**
 * Throws for a GML file that is no whole XML, or has coordinates in several systems, which GDAL would
 * mix up.
 */
export async function checkGml(path: string): Promise<Checked> {
  let [system, envelope]: (Srs | undefined)[] = [];
  const events = {
    open(name: string, { srsName }: Readonly<Record<string, string>>) {
      if (srsName === undefined) return undefined;
      const srs = parseSrsName(srsName);
      const isEnvelope = localName(name) === 'Envelope';
      if (isEnvelope) envelope ??= srs;
      else system ??= srs;
      const first = isEnvelope ? (system ?? envelope!) : system!;
      if (isSame(srs, first, isEnvelope)) return undefined;
      throw new RangeError(`coordinates in ${srsName}, while the file began with ${first.name}`);
    },
    close(name: string, text: string) {
      if (!/^(pos|posList)$/.test(localName(name)) || /^[-+.\d\seE]*$/.test(text)) return undefined;
      // GDAL reads it as zero.
      throw new RangeError(`geometry: expected numbers, got ${JSON.stringify(text.slice(0, 40))}`);
    },
  };
  for await (const _ of readXml<never>(path, await openBytes(path), events));
  return { read: (reader, folder) => gmlReader(reader, folder, system ?? envelope) };
}

/** The axis order of an envelope may differ: its corners are not read. */
function isSame(a: Srs, b: Srs, isEnvelope: boolean): boolean {
  const isSameSystem = a.epsg === b.epsg && (a.epsg !== undefined || a.name === b.name);
  return isSameSystem && (isEnvelope || a.latitudeFirst === b.latitudeFirst);
}

/**
 * Puts a file into the folder for GDAL, in UTF-8, because its parser knows few encodings. An empty
 * registry replaces GDAL's own, which would give other columns to some kinds of files.
 */
export async function copyGml(path: string, to: string): Promise<void> {
  await writeFile(join(dirname(to), 'registry.xml'), '<gml_registry/>');
  const bytes = await openBytes(path);
  const decoded = await utf8Xml(bytes);
  if (decoded === undefined) await symlink(path, to);
  else await pipeline(decoded, createWriteStream(to, { flags: 'wx' }));
}

/** Elements of a second geometry, such as the reference point of a parcel, which are no columns. */
const isOfGeometry = /^(pos|posList|coordinates|lowerCorner|upperCorner)1?$/;

/** Features as the file has them: without columns of other features, and with the names of lists. */
async function gmlReader(
  reader: FeatureReader,
  folder: string,
  srs: Srs | undefined,
): Promise<FeatureReader> {
  const lists = await listNames(join(folder, 'input.gfs'));
  // A column of an object inside the feature has its path as name.
  const named = (column: string) => (lists.get(column) ?? column).replace(/^.*\|/, '');
  return {
    ...reader,
    epsg: srs?.epsg,
    crsName: srs?.name,
    crsProblem: undefined,
    unit: 'feature',
    // XML Schema defines the decimal point.
    decimalSign: () => '.',
    async *features() {
      for await (const item of reader.features()) {
        if (isUnreadable(item)) yield item;
        else {
          const columns = Object.entries(item.properties)
            .filter(
              ([name, value]) => !isOfGeometry.test(name) && String(value ?? '').trim() !== '',
            )
            .map(([name, value]) => [named(name), String(value).trim()] as const)
            // Of several columns with one name the first counts.
            .reverse();
          const geometry = item.geometry && inOrder(single(item.geometry), srs);
          yield { ...item, properties: Object.fromEntries(columns), geometry };
        }
      }
    },
  };
}

/** The names of elements that occur several times in a feature, by those of their first column. */
async function listNames(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const names = text.matchAll(/<Name>([^<]+)<\/Name>\s*<ElementPath>[^<]*<\/ElementPath>\s*<Type>StringList</g); // biome-ignore format: a line
  return new Map(Array.from(names, ([, name]) => [`${name}1`, name!]));
}

/** GDAL makes all surfaces of a layer multiple ones if one is. */
function single(geometry: RawGeometry): RawGeometry {
  if (!/^Multi(Polygon|LineString)$/.test(geometry.type)) return geometry;
  const [only, ...others] = geometry.coordinates as readonly unknown[];
  if (only === undefined || others.length > 0) return geometry;
  return { type: geometry.type.slice('Multi'.length), coordinates: only };
}

/** A geometry with the longitude or easting first. */
function inOrder(geometry: RawGeometry, srs: Srs | undefined): RawGeometry {
  if (!srs?.latitudeFirst || geometry.coordinates === null) return geometry;
  return { ...geometry, coordinates: swapped(geometry.coordinates as Nested) };
}

type Nested = readonly number[] | readonly Nested[];

function swapped(nested: Nested): Nested {
  if (typeof nested[0] === 'number') return [nested[1] as number, nested[0]];
  return (nested as readonly Nested[]).map(swapped);
}
