import { openBytes } from '#tools/files/bytes.ts';
import { notesOn, readCollection } from '../geojson/collection.ts';
import { checkFlatGeobuf } from './check-flatgeobuf.ts';
import type { Checked, Convertible } from './convertible.ts';
import { checkGml, copyGml, gmlOptions } from './gml.ts';

/** A `.gdb` folder, or that folder in a zip archive. */
export const geodatabase: Convertible = {
  name: 'File Geodatabase',
  driver: 'OpenFileGDB',
  endings: /\.gdb(\.zip)?$/i,
};

const isJson = /^(\xef\xbb\xbf)?\s*[{[]/;
const isGeoJson = /"type"\s*:\s*"Feature(Collection)?"/;
const isEsri = /"geometryType"\s*:\s*"esriGeometry|"spatialReference"\s*:|"attributes"\s*:\s*\{/;

/** JSON that has the words of a format and is not GeoJSON. */
const jsonWith = (words: RegExp) => (start: string) =>
  isJson.test(start) && words.test(start) && !isGeoJson.test(start);

/** XML that no other format claims. */
const isXml = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</;
const otherXml = /<(\w+:)?(kml|gpx|osm|osmChange)[\s>]/;

/**
 * The only formats that GDAL may read. Its drivers for databases, web services and files that refer
 * to other files (VRT) are never used.
 */
export const convertibles: readonly Convertible[] = [
  geodatabase,
  { name: 'DXF', driver: 'DXF', endings: /\.dxf$/i, isDrawing: true },
  { name: 'DGN', driver: 'DGN', endings: /\.dgn$/i, isDrawing: true },
  {
    name: 'MapInfo',
    driver: 'MapInfo File',
    endings: /\.(tab|mif)$/i,
    beside: /\.(dat|map|id|ind|mid)$/i,
  },
  {
    name: 'TopoJSON',
    driver: 'TopoJSON',
    endings: /\.topojson$/i,
    begins: jsonWith(/"type"\s*:\s*"Topology"/),
  },
  {
    name: 'EsriJSON',
    driver: 'ESRIJSON',
    endings: /\.esrijson$/i,
    begins: jsonWith(isEsri),
    check: notesOnEsriJson,
  },
  {
    name: 'FlatGeobuf',
    driver: 'FlatGeobuf',
    endings: /\.fgb$/i,
    begins: start => start.startsWith('fgb\x03fgb'),
    check: checkFlatGeobuf,
  },
  {
    name: 'GML',
    driver: 'GML',
    endings: /\.(gml|xml)(\.gz)?$/i,
    begins: start =>
      isXml.test(start) && !otherXml.test(start.slice(0, 4_000).replaceAll('\0', '')),
    check: checkGml,
    options: gmlOptions,
    copy: copyGml,
  },
  { name: 'GPX', driver: 'GPX', endings: /\.gpx$/i },
  { name: 'Excel', driver: 'XLSX', endings: /\.xlsx$/i },
  { name: 'OpenDocument', driver: 'ODS', endings: /\.ods$/i },
];

/** Reads the text around the features, in which a server notes that it has cut its response. */
async function notesOnEsriJson(path: string): Promise<Checked> {
  const features = readCollection(path, await openBytes(path), number => ({ number, problem: '' }));
  for (;;) {
    const { done, value } = await features.next();
    if (done) return { notes: notesOn(value.outer) };
  }
}

/** The format of a file that GDAL must convert, by its extension. */
export function convertibleOf(path: string): Convertible | undefined {
  return convertibles.find(({ endings }) => endings.test(path));
}
