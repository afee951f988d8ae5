import { longestFeatureBytes, type Unreadable } from '#tools/files/bytes.ts';
import { stopAtFirstError } from '#tools/files/xml.ts';
import { innerSrs, type Srs } from '../crs/srs-name.ts';
import type { Feature, RawGeometry } from '../reader.ts';
import { type Attributes, type GeometryGatherer, gatherGeometry } from './gml-geometry.ts';

/** An Envelope is not a geometry of the feature, but its corners must not become columns. */
const geometryNames = new Set(
  [
    'Point MultiPoint LineString MultiLineString Curve CompositeCurve OrientableCurve MultiCurve',
    'Polygon MultiPolygon Surface CompositeSurface OrientableSurface MultiSurface Solid Tin',
    'PolyhedralSurface TriangulatedSurface CompositeSolid MultiSolid MultiGeometry',
    'GeometricComplex Envelope',
  ].flatMap(line => line.split(' ')),
);

/** Builds one feature from its elements. Names have no prefix. */
export interface FeatureGatherer {
  open(name: string, attributes: Attributes): void;
  /** Returns the feature at its own end tag. */
  close(name: string, text: string): Feature | Unreadable | undefined;
}

/**
 * Gathers a feature: `gml_id`, its geometry, and a column for each element with text. Of several
 * elements with one name the first counts. The unit becomes a column with the suffix `_uom`.
 */
export function gatherFeature(
  number: number,
  fileSrs: Srs | undefined,
  attributes: Attributes,
): FeatureGatherer {
  const properties = new Map<string, string>();
  let geometry: RawGeometry | null = null;
  let inner: { readonly depth: number; readonly gatherer: GeometryGatherer } | undefined;
  let depth = 0;
  let characters = 0;
  let srs = fileSrs;
  let uom: string | undefined;

  const addColumn = (name: string, value: string | undefined) => {
    if (value && !properties.has(name)) properties.set(name, value);
  };
  const open = (name: string, attributes: Attributes) => {
    uom = attributes.uom;
    if (!inner && geometryNames.has(name)) {
      if (name === 'Envelope') srs = innerSrs(srs, attributes.srsName);
      inner = { depth, gatherer: gatherGeometry(name, srs) };
    }
    inner?.gatherer.open(name, attributes);
  };
  const close = (name: string, text: string) => {
    characters += text.length;
    if (characters > longestFeatureBytes) throw new RangeError('too long to be a feature');
    if (inner) {
      inner.gatherer.close(name, text);
      if (inner.depth < depth) return;
      geometry = preferred(geometry, inner.gatherer.geometry());
      inner = undefined;
    } else if (text.trim() !== '') {
      addColumn(name, text.trim());
      addColumn(`${name}_uom`, uom);
    }
  };
  // After the first error nothing more is gathered until the end tag.
  const { attempt, problem } = stopAtFirstError();

  addColumn('gml_id', attributes['gml:id']);
  return {
    open(name, attributes) {
      depth++;
      attempt(() => open(name, attributes));
    },
    close(name, text) {
      if (depth > 0) {
        attempt(() => close(name, text));
        depth--;
        return undefined;
      }
      const wrong = problem();
      if (wrong !== undefined) return { number, problem: wrong };
      return { number, properties: Object.fromEntries(properties), geometry };
    },
  };
}

/** The first geometry; a parcel's surface is preferred to its reference point. */
function preferred(before: RawGeometry | null, found: RawGeometry): RawGeometry | null {
  if (found.type === 'Envelope') return before;
  const isPoint = ({ type }: RawGeometry) => type.endsWith('Point');
  return before === null || (isPoint(before) && !isPoint(found)) ? found : before;
}
