import type { Layer, LoadedSource } from '#storage/store/store.ts';

type Sizes = Readonly<Partial<Record<Layer, number>>>;

/** Bytes in each artefact for a row, measured with the data of a country; of the map, rows of ways. */
const addressBytes = { addresses: 100, settlements: 320, boundaries: 2_000 };
const nameBytes = { named_places: 300, places: 130 };
const otherBytes: readonly Sizes[] = [{ places: 360 }, { map: 60 }];

/** An index of imported addresses has those of the gazetteer, too. */
const gazetteerBytes = 18_000_000;

/** About how many bytes are written when artefacts are built after a change of some layers. */
export function artefactBytes(
  changed: readonly Layer[],
  sources: readonly Pick<LoadedSource, 'layer' | 'rows'>[],
): number {
  const isChanged = (sizes: Sizes) => changed.some(layer => layer in sizes);
  const bytesOf = (sizes: Sizes) =>
    sources.reduce((sum, { layer, rows }) => sum + rows * (sizes[layer] ?? 0), 0);
  const index = bytesOf(addressBytes);
  const written = [
    isChanged(addressBytes) && index > 0 ? index + gazetteerBytes : 0,
    // A change of the index changes the municipalities of names.
    isChanged({ ...addressBytes, ...nameBytes }) ? bytesOf(nameBytes) : 0,
    ...otherBytes.map(sizes => (isChanged(sizes) ? bytesOf(sizes) : 0)),
  ];
  return written.reduce((sum, bytes) => sum + bytes);
}
