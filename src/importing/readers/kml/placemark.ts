import { longestFeatureBytes, type Unreadable } from '#tools/files/bytes.ts';
import { stopAtFirstError } from '#tools/files/xml.ts';
import type { Feature, RawGeometry } from '../reader.ts';
import { type GeometryGatherer, gatherGeometry, readGeometries } from './kml-geometry.ts';

/** Geometries that are returned by name. */
const otherGeometries = ['LinearRing', 'Model', 'Track', 'MultiTrack'];

type Attributes = Readonly<Record<string, string>>;

/** The state of reading a KML file. */
export interface KmlProgress {
  placemarks: number;
  /** Whether columns came from an HTML table in a description. */
  hasTables: boolean;
}

/** Builds one feature from the elements of a Placemark. Names have no prefix. */
export interface PlacemarkGatherer {
  open(name: string, attributes: Attributes): void;
  /** Returns the feature at its own end tag. */
  close(name: string, text: string): Feature | Unreadable | undefined;
}

/**
 * Gathers a Placemark: `name`, `description`, its geometry, and the columns of its ExtendedData,
 * typed or not. Without ExtendedData, the columns come from a table in its description.
 */
export function gatherPlacemark(progress: KmlProgress): PlacemarkGatherer {
  const number = ++progress.placemarks;
  const properties = new Map<string, string>();
  const geometries: RawGeometry[] = [];
  const path: string[] = [];
  let column = '';
  let inner: { readonly depth: number; readonly gatherer: GeometryGatherer } | undefined;
  let characters = 0;

  const addColumn = (name: string, value: string) => {
    characters += name.length + value.length;
    if (characters > longestFeatureBytes) throw new RangeError('too long to be a feature');
    if (!properties.has(name)) properties.set(name, value.trim());
  };
  const open = (name: string, attributes: Attributes) => {
    if (name === 'Data' || name === 'SimpleData') column = attributes.name ?? '';
    if (!inner && readGeometries.includes(name)) {
      inner = { depth: path.length, gatherer: gatherGeometry(name) };
    } else if (!inner && otherGeometries.includes(name)) {
      geometries.push({ type: name, coordinates: null });
    }
    inner?.gatherer.open(name);
  };
  const close = (name: string, text: string) => {
    characters += text.length;
    if (inner) {
      inner.gatherer.close(name, text);
      if (inner.depth < path.length) return;
      geometries.push(inner.gatherer.geometry());
      inner = undefined;
    } else {
      const found = columnOf(path, column);
      if (found) addColumn(found, text);
    }
  };
  // After the first error nothing more is gathered until the end tag.
  const { attempt, problem } = stopAtFirstError();

  return {
    open(name, attributes) {
      path.push(name);
      attempt(() => open(name, attributes));
    },
    close(name, text) {
      if (path.length > 0) {
        attempt(() => close(name, text));
        path.pop();
        return undefined;
      }
      const wrong = problem();
      if (wrong !== undefined) return { number, problem: wrong };
      const fromTable = columnsInTable(properties);
      if (fromTable.length > 0) progress.hasTables = true;
      const columns = Object.fromEntries([...fromTable, ...properties]);
      return { number, properties: columns, geometry: combineGeometries(geometries) };
    },
  };
}

/** The column of the value at a path inside a Placemark; `given` is the name attribute. */
function columnOf(path: readonly string[], given: string): string | undefined {
  const [outer, inner, innermost] = path;
  if (path.length === 1) return outer === 'name' || outer === 'description' ? outer : undefined;
  if (outer !== 'ExtendedData') return undefined;
  if (inner === 'Data') return innermost === 'value' ? given : undefined;
  if (inner === 'SchemaData') return innermost === 'SimpleData' ? given : undefined;
  // An element of another namespace is a column with the element's name.
  return path.length === 2 ? inner : undefined;
}

/** The columns of a table in the description, if there are no others. */
function columnsInTable(properties: ReadonlyMap<string, string>): [string, string][] {
  const hasData = properties.keys().some(name => name !== 'name' && name !== 'description');
  return hasData ? [] : columnsInHtml(properties.get('description') ?? '');
}

/** All areas of a Placemark, else all lines, as labels may be extra points; else its only geometry. */
function combineGeometries(geometries: readonly RawGeometry[]): RawGeometry | null {
  const [first, ...more] = geometries;
  for (const type of ['Polygon', 'LineString']) {
    const same = geometries.filter(geometry => geometry.type === type);
    const coordinates = same.map(geometry => geometry.coordinates);
    if (same.length > 1) return { type: `Multi${type}`, coordinates };
    if (same[0]) return same[0];
  }
  if (more.length > 0) return { type: 'MultiGeometry', coordinates: null };
  return first ?? null;
}

/**
 * The columns in a description that is an HTML table with two cells per row, name and value, as
 * ArcGIS writes it into KML. Splitting by tags takes linear time, unlike one large pattern.
 */
function columnsInHtml(description: string): [name: string, value: string][] {
  if (!/<tr\b/i.test(description)) return [];
  return description
    .split(/<tr\b/i)
    .map(row => row.split(/<td\b/i).slice(1).map(cellText))
    .filter((cells): cells is [string, string] => cells.length === 2 && cells[0] !== '');
}

/** The text between the end of the cell's own tag and the next tag. */
function cellText(cell: string): string {
  const start = cell.indexOf('>') + 1;
  const end = cell.indexOf('<', start);
  return unescaped(cell.slice(start, end === -1 ? undefined : end)).trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!);
}
