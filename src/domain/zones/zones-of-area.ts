import type { Box } from '#tools/geo/box.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { coverageNumber, linesOf, type Zone, type ZoneGeometry } from './zone.ts';
import { type KindSource, toKindSources } from './zone-answer.ts';
import { levelOfBox, runsInBox, type ZoneRun } from './zone-cells.ts';

interface ZoneReader {
  zoneSources(): Promise<Parameters<typeof toKindSources>[0]>;
  zonePieces(
    runs: readonly ZoneRun[],
    except: readonly number[],
    most: number,
  ): Promise<readonly { readonly sourceId: number; readonly part: number }[]>;
  zonesOfSource(
    sourceId: number,
    after: number,
    most: number,
    numbers?: readonly number[],
  ): Promise<FoundZone['zone'][]>;
}

/** An area in boxes of degrees. */
interface Area {
  readonly boxes: readonly Box[];
  readonly meets: (one: { readonly geometry: PolygonGeometry }) => boolean;
}

/** A zone with its source. */
export interface FoundZone {
  readonly zone: Omit<Zone, 'set' | 'severity'>;
  readonly source: KindSource;
}

/** The number of a source, and that of a zone in it. */
export interface ZoneId {
  readonly source: number;
  readonly number: number;
}

/** Some zones in order. `end` is undefined after the last, as in `property/search-area.ts`. */
interface ZoneBatch {
  readonly found: readonly FoundZone[];
  readonly rows: number;
  readonly end: string | undefined;
}

/** The rows of the first and of the largest batch, and the positions that a batch should have. */
const [firstRows, mostRows, enoughPositions] = [16, 512, 20_000];

/** The zones of an area, default everywhere, by source and number, after one of them. */
export async function* zonesOfArea(
  store: ZoneReader,
  sources: readonly KindSource[],
  area: Area | undefined,
  after?: ZoneId,
): AsyncGenerator<ZoneBatch> {
  const numbers = area && (await numbersIn(store, sources, area));
  let rows = firstRows;
  for (const source of sources) {
    if (after && source.id < after.source) continue;
    const wanted = numbers ? (numbers.get(source.id) ?? []) : undefined;
    let last = after?.source === source.id ? after.number : coverageNumber;
    for (;;) {
      const zones = await store.zonesOfSource(source.id, last, rows, wanted);
      last = zones.at(-1)?.number ?? last;
      const found = zones.filter(({ geometry }) => !area || area.meets(asPolygon(geometry)));
      const isLast = zones.length < rows;
      const isEnd = isLast && source === sources.at(-1);
      const end = isEnd ? undefined : `${source.id}-${last}`;
      yield { found: found.map(zone => ({ zone, source })), rows: zones.length, end };
      const positions = zones.reduce(
        (sum, { geometry }) => sum + linesOf(geometry).flat().length,
        0,
      );
      rows = positions > enoughPositions ? Math.max(1, rows >> 2) : Math.min(mostRows, 2 * rows);
      if (isLast) break;
    }
  }
}

/** Pieces that are read to find the zones of a box, and the widest level of its cells. */
const [mostPieces, widestLevel] = [50_000, 7];

/** The numbers of zones around an area by source; undefined if it is too large to look for them. */
async function numbersIn(
  store: ZoneReader,
  sources: readonly KindSource[],
  { boxes }: Area,
): Promise<ReadonlyMap<number, number[]> | undefined> {
  if (boxes.some(box => levelOfBox(box) < widestLevel)) return undefined;
  const found = new Map(sources.map(({ id }) => [id, new Set<number>()]));
  const others = toKindSources(await store.zoneSources()).filter(({ id }) => !found.has(id));
  const except = others.map(({ id }) => id);
  for (const box of boxes) {
    const pieces = await store.zonePieces(runsInBox(box), except, mostPieces + 1);
    if (pieces.length > mostPieces) return undefined;
    for (const { sourceId, part } of pieces) found.get(sourceId)?.add(part);
  }
  return new Map([...found].map(([id, numbers]) => [id, [...numbers].sort((a, b) => a - b)]));
}

/** A line there and back has no inside, so that only its edges meet a box. */
function asPolygon(geometry: ZoneGeometry): Parameters<Area['meets']>[0] {
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') return { geometry };
  const coordinates = linesOf(geometry).map(line => [[...line, ...line.toReversed()]]);
  return { geometry: { type: 'MultiPolygon', coordinates } };
}
