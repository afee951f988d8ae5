import { everywhere, type SearchArea } from '#domain/property/search-area.ts';
import { quoted } from '#tools/csv/row.ts';
import { KtimaError } from '#tools/errors.ts';
import { boxesOverlap } from '#tools/geo/box.ts';
import {
  type Store,
  type StoreReader,
  sampleColumn,
  sampleLayers,
  stateOf,
} from '../store/store.ts';

/** The columns that an import of addresses reads. */
const columns = [
  ...['external_id', 'street', 'house_number', 'postal_code', 'city', 'reach_m'],
  ...['latitude', 'longitude'],
];

/** Rows read from the database at a time. */
const batch = 1_000;

/**
 * The addresses of an area as CSV, which `import addresses` reads again, in pieces with their number
 * of rows. No transaction is held open, because an import would wait for it. So an import meanwhile
 * is an error.
 */
export async function* addressesAsCsv(
  store: Store,
  area: SearchArea = everywhere,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  const sources = await store.loadedSources();
  const version = async () => stateOf('addresses', await store.loadedSources()).version;
  const before = stateOf('addresses', sources).version;
  const sample = sampleLayers(sources).includes('addresses') ? ['true'] : [];
  yield { text: line([...columns, ...sample.map(() => sampleColumn)]), rows: 0 };
  for await (const found of pages(store, area)) {
    const lines = found.map(one =>
      line([
        ...[one.externalId, one.street, one.houseNumber, one.postalCode, one.city],
        ...[one.reachMetres, one.latitude, one.longitude, ...sample],
      ]),
    );
    yield { text: lines.join(''), rows: found.length };
  }
  if ((await version()) !== before) {
    const why = 'were imported again during the export, so this would mix two versions';
    throw new KtimaError('UNAVAILABLE', `addresses: ${why}; export again`);
  }
}

/** Cells are exact: a text that looks like a formula is not changed. */
function line(cells: readonly unknown[]): string {
  return `${cells.map(cell => quoted(String(cell ?? ''), ',')).join()}\n`;
}

/** All addresses of an area, box after box; boxes may overlap. */
async function* pages({ addressesIn }: StoreReader, { boxes, holds }: SearchArea) {
  for (const [i, box] of boxes.entries()) {
    for (let after = -1, isLast = false; !isLast; ) {
      const rows = await addressesIn(box, after, batch);
      yield rows.filter(({ longitude: x, latitude: y }) => {
        const here = { west: x, east: x, south: y, north: y };
        return holds(x, y) && !boxes.slice(0, i).some(earlier => boxesOverlap(earlier, here));
      });
      isLast = rows.length < batch;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
