import type { TileSchema, VectorLayer } from '../tileset.ts';

/** The description in a map file; parts that are not as expected are left out. */
export function readMetadata(metadata: Readonly<Record<string, unknown>>) {
  const { name, attribution, vector_layers: layers } = metadata;
  return {
    name: typeof name === 'string' ? name : 'Map file',
    attribution: typeof attribution === 'string' ? toPlainText(attribution) : '',
    vectorLayers: Array.isArray(layers) ? layers.filter(isLayer).map(toLayer) : [],
  };
}

function isLayer(layer: unknown): layer is { id: string; fields?: unknown } {
  return typeof (layer as { id?: unknown } | null)?.id === 'string';
}

function toLayer({ id, fields }: { id: string; fields?: unknown }): VectorLayer {
  const named = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  return { id, fields: Object.fromEntries(named.map(([name, type]) => [name, String(type)])) };
}

/** Layers that only tiles of this schema have. */
const layersOfSchemas: readonly (readonly [TileSchema, readonly string[]])[] = [
  ['openmaptiles', ['transportation', 'water', 'place']],
  ['protomaps', ['roads', 'water', 'places', 'earth']],
];

/** The schema of tiles with these layers. */
export function schemaOf(layers: readonly string[]): TileSchema {
  const fits = layersOfSchemas.find(([, needed]) => needed.every(one => layers.includes(one)));
  return fits?.[0] ?? 'other';
}

const entities: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The text of HTML: an attribution in a file often has links. */
function toPlainText(html: string): string {
  const text = html.replace(/<[^<>]*>/g, '');
  return text.replace(/&[#\w]+;/g, entity => entities[entity] ?? entity).trim();
}
