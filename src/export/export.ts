import { KtimaError } from '../errors.ts';
import type { SearchArea } from '../property/search-area.ts';
import { type Store, stateOf } from '../store/store.ts';
import { columnsOf, type ExportedLayer, featuresOf } from './features.ts';
import { type ExportFormat, writerOf } from './formats.ts';

/** What is exported. */
export interface ExportPlan {
  readonly layer: ExportedLayer;
  readonly area: SearchArea;
  readonly format: ExportFormat;
}

/** Text is collected to this many characters before it is written. */
const chunkCharacters = 2 ** 16;

/**
 * Writes a layer and returns the number of rows. No transaction is held open meanwhile, because an
 * import would wait for it. So an import during the export is an error.
 */
export async function exportLayer(
  store: Store,
  { layer, area, format }: ExportPlan,
  write: (text: string) => Promise<void>,
  onRows: (rows: number) => void,
): Promise<number> {
  const version = async () => stateOf(layer, await store.loadedSources()).version;
  const before = await version();
  const { head, between, tail, feature } = writerOf(format, columnsOf[layer]);
  let text = head;
  let rows = 0;
  for await (const one of featuresOf(layer, store, area)) {
    if (rows++ > 0) text += between;
    text += feature(one);
    if (text.length < chunkCharacters) continue;
    await write(text);
    text = '';
    onRows(rows);
  }
  await write(text + tail);
  if ((await version()) !== before) {
    throw new KtimaError(
      'UNAVAILABLE',
      `${layer}: were imported anew during the export, so this would mix two versions; export again`,
    );
  }
  return rows;
}
