import type { Layer, LoadedSource } from '#storage/store/store.ts';

/** Bytes in each artefact for a row, measured with the data of a country; of the map, rows of ways. */
const bytesPerRow: readonly Partial<Record<Layer, number>>[] = [
  { addresses: 100, settlements: 320, boundaries: 2_000, named_places: 300, places: 130 },
  { places: 360 },
  { map: 60 },
];

/** An index of imported addresses has those of the gazetteer, too. */
const gazetteerBytes = 18_000_000;
const indexed: readonly Layer[] = ['addresses', 'settlements', 'boundaries'];

/** About how many bytes are written when artefacts are built after a change of some layers. */
export function artefactBytes(
  changed: readonly Layer[],
  sources: readonly Pick<LoadedSource, 'layer' | 'rows'>[],
): number {
  const layersOf = (sizes: (typeof bytesPerRow)[number]) => Object.keys(sizes) as Layer[];
  const rowsOf = (layer: Layer) =>
    sources.reduce((sum, one) => sum + (one.layer === layer ? one.rows : 0), 0);
  const built = bytesPerRow.filter(sizes => layersOf(sizes).some(one => changed.includes(one)));
  return built.reduce((sum, sizes) => {
    const bytes = layersOf(sizes).reduce((all, one) => all + rowsOf(one) * sizes[one]!, 0);
    const hasIndex = indexed.some(one => one in sizes && rowsOf(one) > 0);
    return sum + bytes + (hasIndex ? gazetteerBytes : 0);
  }, 0);
}
