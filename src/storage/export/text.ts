import type { ParcelSrid } from '#domain/property/parcels.ts';
import { quoted } from '#tools/csv/row.ts';
import { exactWkt, type Position } from '#tools/geo/polygon.ts';
import type { ExportedFeature, ExportTable } from './features.ts';
import type { ExportOutput, FeatureSink } from './sink.ts';

/** How features are written as text. */
interface Notation {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly feature: (feature: ExportedFeature) => string;
}

/** Text is collected to this many characters before it is written. */
const chunkLength = 2 ** 16;

/** Opens a file of text: GeoJSON, a feature on each line, or CSV. */
export function openText(
  format: 'geojson' | 'geojsonseq' | 'csv',
  { columns }: ExportTable,
  srid: ParcelSrid,
  { write }: ExportOutput,
): FeatureSink {
  const notations = { geojson, geojsonseq, csv: csvOf(columns, srid) };
  const { head, between, tail, feature } = notations[format];
  let text = head;
  let before = '';
  const flush = () => {
    const written = write(text);
    text = '';
    return written;
  };
  return {
    add(one) {
      text += before + feature(one);
      before = between;
      return text.length < chunkLength ? undefined : flush();
    },
    end() {
      text += tail;
      return flush();
    },
  };
}

const featureText = ({ id, properties, geometry }: ExportedFeature) =>
  JSON.stringify({ type: 'Feature', id, properties, geometry });

const geojson: Notation = {
  head: '{"type":"FeatureCollection","features":[\n',
  between: ',\n',
  tail: '\n]}\n',
  feature: featureText,
};

const geojsonseq: Notation = {
  head: '',
  between: '',
  tail: '',
  feature: feature => `${featureText(feature)}\n`,
};

/** CSV with well-known text. Cells are exact: a text that looks like a formula is not changed. */
function csvOf(columns: readonly string[], srid: ParcelSrid): Notation {
  // Without an SRID, geometries are degrees.
  const system = srid === 4326 ? '' : `SRID=${srid};`;
  const line = (cells: readonly string[]) => `${cells.map(cell => quoted(cell, ',')).join()}\n`;
  return {
    head: line([...columns, 'geometry']),
    between: '',
    tail: '',
    feature: ({ properties, geometry }) =>
      line([...columns.map(name => String(properties[name] ?? '')), system + wktOf(geometry)]),
  };
}

function wktOf(geometry: ExportedFeature['geometry']): string {
  const { type, coordinates } = geometry;
  if (type === 'Point') return `POINT (${coordinates.join(' ')})`;
  if (type === 'LineString') return `LINESTRING ${lineText(coordinates)}`;
  if (type !== 'MultiLineString') return exactWkt(geometry);
  return `MULTILINESTRING (${coordinates.map(lineText).join(', ')})`;
}

function lineText(line: readonly Position[]): string {
  return `(${line.map(([x, y]) => `${x} ${y}`).join(', ')})`;
}
