import { municipalityOf } from '#domain/geocoder/municipality-of.ts';
import type { Store } from '#storage/store/store.ts';
import type { Box } from '#tools/geo/box.ts';
import { polygonsOf } from '#tools/geo/polygon.ts';
import { type Text, table } from '#tools/terminal/print.ts';
import { openCount } from '#tools/terminal/progress.ts';
import type { Output } from '#tools/terminal/terminal.ts';
import { gazetteerIndex } from '../services/artefacts/build.ts';

const everywhere: Box = { west: -180, south: -90, east: 180, north: 90 };
const pageRows = 5_000;

/** How many buildings of each municipality can be found by their number, from what is loaded. */
export async function houseNumbers(store: Store, stderr: Output): Promise<Text> {
  const numbers = new Map<string | null, number>();
  const buildings = new Map<string | null, number>();
  const progress = openCount(stderr, 'house numbers');
  let rows = 0;
  const count = (counts: Map<string | null, number>, municipality: string | null) => {
    counts.set(municipality, (counts.get(municipality) ?? 0) + 1);
    progress.show(++rows);
  };
  for await (const { houseNumber, municipality } of rowsOf(after =>
    store.addressesIn(everywhere, after, pageRows),
  )) {
    if (houseNumber !== null) count(numbers, municipality);
  }
  const municipality = municipalityOf(await gazetteerIndex());
  for await (const { geometry } of rowsOf(after => store.buildingsAfter(after, pageRows))) {
    const [longitude, latitude] = polygonsOf(geometry)[0]![0]![0]!;
    count(buildings, municipality({ city: null, postalCode: null, latitude, longitude }));
  }
  progress.end();
  const names = [...buildings.keys()].filter(name => name !== null);
  const lines = names
    .toSorted((a, b) => a.localeCompare(b, 'el'))
    .map(name => {
      const [known, all] = [numbers.get(name) ?? 0, buildings.get(name)!];
      return [`Δήμος ${name}`, known, all, `${Math.round(Math.min(1, known / all) * 100)} %`];
    });
  if (lines.length === 0) return ['no buildings are loaded: ktima import osm brings them'];
  return table(['municipality', 'house numbers', 'buildings', 'share'], lines);
}

async function* rowsOf<Row extends { readonly id: number }>(
  page: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await page(after);
    yield* rows;
    if (rows.length < pageRows) return;
    after = rows.at(-1)!.id;
  }
}
