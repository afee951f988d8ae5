import type { Tileset } from '#domain/map/tileset.ts';
import type { ZoneTileset } from '#domain/map/zone-tiles.ts';
import type { PageInput, ReportPages, TileParts } from '#features/api/api-parts.ts';
import { openImageDrawer, openPdfPrinter } from './print-pdf.ts';
import { canRender, renderInThread } from './render-thread.ts';

/** Opens what makes documents of reports; undefined if the console is not built. */
export function openReportPages(tiles: TileParts, chromium: string): ReportPages | undefined {
  if (!canRender()) return undefined;
  return {
    html: (input, signal) => renderReport(tiles, input, signal),
    pdf: chromium === '' ? undefined : openPdfPrinter(chromium),
    redraw: chromium === '' ? undefined : openImageDrawer(chromium),
  };
}

async function renderReport(
  tiles: TileParts,
  { report, hasTiles, ...input }: PageInput,
  signal: AbortSignal,
): Promise<Buffer> {
  const opened = hasTiles ? await openTilesets(tiles, report) : {};
  const described = Object.entries(opened).map(async ([name, one]) => [name, await describe(one)]);
  const tilesets = Object.fromEntries(await Promise.all(described));
  return renderInThread(
    { report: { ...input, report: report.toString(), tilesets } },
    { signal, readTile: ({ name, id }) => opened[name]!.tile(id) },
  );
}

type Opened = Tileset & Partial<Pick<ZoneTileset, 'legend' | 'legendField'>>;

/** The tiles that plans may need: of zones, the kinds that the report has. */
async function openTilesets(
  { base, parcels, zones }: TileParts,
  report: Buffer,
): Promise<Record<string, Opened>> {
  const { zones: section } = JSON.parse(report.toString()) as {
    zones?: { kinds: { kind: string; result: string }[] } | null;
  };
  const loaded = section?.kinds.filter(({ result }) => result !== 'not_loaded') ?? [];
  const kinds = loaded.map(
    async ({ kind }) => [`zones/${kind}`, await zones.ofKind(kind)] as const,
  );
  return { base, parcels, ...Object.fromEntries(await Promise.all(kinds)) };
}

async function describe({ zooms, legend, legendField: field, ...tileset }: Opened) {
  const { lowest: lowestZoom, highest: highestZoom } = zooms;
  const { attribution } = await tileset.describe();
  return { lowestZoom, highestZoom, attribution, legend, field };
}
