import { firstBytes } from '#tools/files/byte-window.ts';
import { badFile, openBytes } from '#tools/files/bytes.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import { openCsv } from './csv/csv.ts';
import type { Convertible } from './gdal/convertible.ts';
import { convertibleOf, convertibles, geodatabase } from './gdal/formats.ts';
import { openConverted } from './gdal/open-converted.ts';
import { openGeoJson } from './geojson/geojson.ts';
import { openGeoPackage } from './geopackage/geopackage.ts';
import { openKml, openKmz } from './kml/kml.ts';
import { openParquet } from './parquet/parquet.ts';
import type { FeatureReader } from './reader.ts';
import { openShapefile } from './shapefile/shapefile.ts';
import { openZipped } from './zip/open-zipped.ts';

interface Format {
  readonly name: string;
  readonly endings: RegExp;
  /** Whether a file starts like this format; `start` is unpacked and decoded as latin1. */
  begins(start: string, path: string): boolean;
  /** Whether gzipped files are read too. */
  readonly gzip?: true;
  open(
    path: string,
    layer: string | undefined,
    encoding: Encoding | undefined,
  ): Promise<FeatureReader>;
  /** Whether its files may have any encoding, so that `--encoding` is allowed. */
  readonly encodings?: true;
  /** Whether a file may contain several layers, so that `--layer` is allowed. */
  readonly layers?: true;
}

const csvEndings = /\.(csv|tsv)(\.gz)?$/i;

/** All formats. The first one whose `begins` accepts the file is used. */
const formats: readonly Format[] = [
  {
    name: 'Shapefile (.shp)',
    endings: /\.shp$/i,
    begins: start => start.startsWith('\x00\x00\x27\x0a'),
    open: openShapefile,
    encodings: true,
  },
  {
    name: 'GeoPackage (.gpkg)',
    endings: /\.gpkg$/i,
    begins: start => start.startsWith('SQLite format 3\0'),
    open: openGeoPackage,
    layers: true,
  },
  {
    name: 'GeoParquet (.parquet)',
    endings: /\.(geo)?parquet$/i,
    begins: start => start.startsWith('PAR1') || start.startsWith('PARE'),
    open: path => openParquet(path),
  },
  {
    name: 'CSV (.csv)',
    endings: /\.(csv|tsv|txt)(\.gz)?$/i,
    // Any text may be CSV, even one that starts with a bracket: the extension decides.
    begins: (_, path) => csvEndings.test(path),
    gzip: true,
    open: openCsv,
    encodings: true,
  },
  {
    name: 'KML (.kml)',
    endings: /\.kml(\.gz)?$/i,
    begins: start => /<(\w+:)?kml[\s>]/.test(start.slice(0, 4_000).replaceAll('\0', '')),
    gzip: true,
    open: openKml,
  },
  {
    name: 'GeoJSON (.geojson, .ndjson)',
    endings: /json[ls]?(seq)?(\.gz)?$/i,
    begins: start => start[0] === '\x1e' || /^(\xef\xbb\xbf)?\s*[{[]/.test(start),
    gzip: true,
    open: openGeoJson,
  },
];

const isZip = (start: string) => start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06');

const kmz: Format = {
  name: 'KMZ (.kmz)',
  endings: /\.kmz$/i,
  begins: (start, path) => isZip(start) && /\.kmz$/i.test(path),
  open: openKmz,
  layers: true,
};

const zippedGeodatabase: Format = {
  name: `with the help of GDAL ${convertibles.map(({ name }) => name).join(', ')}`,
  endings: /\.gdb\.zip$/i,
  begins: start => isZip(start) && /[^/]\.gdb\//i.test(start),
  open: (path, layer) => openConverted(path, layer, geodatabase),
  layers: true,
};

const zip: Format = {
  name: 'a .zip of one of them',
  endings: /\.zip$/i,
  begins: isZip,
  open: (path, layer, encoding) =>
    openZipped(path, layer, (...inner) => openOneOf(formats, ...inner, encoding)),
  encodings: true,
  layers: true,
};

/**
 * Opens a file of features. Its first bytes decide the format, otherwise its extension. `layer`
 * chooses one of several layers; `encoding` is for CSV and Shapefiles.
 */
export async function openReader(
  path: string,
  layer?: string,
  encoding?: Encoding,
): Promise<FeatureReader> {
  const convertible = convertibleOf(path.replace(/(?<!\/)\/+$/, ''));
  if (convertible) return openByGdal(path, layer, encoding, convertible);
  return openOneOf([kmz, zippedGeodatabase, zip, ...formats], path, layer, encoding);
}

function openByGdal(
  path: string,
  layer: string | undefined,
  encoding: Encoding | undefined,
  format: Convertible,
): Promise<FeatureReader> {
  if (encoding) throw badFile(path, noEncoding(encoding, format.name));
  return openConverted(path, layer, format);
}

function noEncoding(encoding: Encoding, format: string): string {
  return `--encoding ${encoding}: ${format} contains its encoding; CSV and Shapefiles take the option`;
}

async function openOneOf(
  choice: readonly Format[],
  path: string,
  layer: string | undefined,
  encoding: Encoding | undefined,
): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  if (bytes.totalBytes === 0) throw badFile(path, 'the file is empty');
  const start = (await firstBytes(bytes)).toString('latin1');
  refuseMistaken(path, start);
  const convertible = convertibles.find(({ begins }) => begins?.(start));
  if (convertible) return openByGdal(path, layer, encoding, convertible);
  const format =
    choice.find(({ begins }) => begins(start, path)) ??
    choice.find(({ endings }) => endings.test(path));
  if (!format) {
    const names = choice.map(({ name }) => name).join(', ');
    throw badFile(path, `not a supported format, expected one of: ${names}`);
  }
  if (bytes.gzipped && !format.gzip) throw badFile(path, 'cannot be read gzipped; unpack it first');
  if (layer !== undefined && !format.layers) {
    throw badFile(path, `--layer ${layer}: ${format.name} has no layers to choose from`);
  }
  if (encoding && !format.encodings) throw badFile(path, noEncoding(encoding, format.name));
  return format.open(path, layer, encoding);
}

/** Rejects parts of a Shapefile and OpenStreetMap files, with a hint at the right way. */
function refuseMistaken(path: string, start: string): void {
  if (/\.(shx|dbf|prj|cpg)$/i.test(path)) {
    throw badFile(path, 'a part of a Shapefile, expected the .shp beside it');
  }
  if (/^.{6}OSMHeader|^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?<osm[\s>]/s.test(start)) {
    throw badFile(path, 'OpenStreetMap data, which only `ktima import osm` reads');
  }
}
