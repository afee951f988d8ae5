import type { Tileset } from '#domain/map/tileset.ts';
import type { PageInput, ReportPages, TileParts } from '#features/api/api-parts.ts';
import { openImageDrawer, openPdfPrinter } from './print-pdf.ts';
import { canRender, renderInThread } from './render-thread.ts';

type PlanTiles = Pick<TileParts, 'base' | 'parcels'>;

/** Opens what makes documents of reports; undefined if the console is not built. */
export function openReportPages(tiles: PlanTiles, chromium: string): ReportPages | undefined {
  if (!canRender()) return undefined;
  return {
    html: (input, signal) => renderReport(tiles, input, signal),
    pdf: chromium === '' ? undefined : openPdfPrinter(chromium),
    redraw: chromium === '' ? undefined : openImageDrawer(chromium),
  };
}

async function renderReport(
  tiles: PlanTiles,
  { report, hasTiles, ...input }: PageInput,
  signal: AbortSignal,
): Promise<Buffer> {
  const tilesets = hasTiles
    ? { base: await describe(tiles.base), parcels: await describe(tiles.parcels) }
    : undefined;
  return renderInThread(
    { report: { ...input, report: report.toString(), tilesets } },
    { signal, readTile: ({ name, id }) => tiles[name].tile(id) },
  );
}

async function describe(tileset: Tileset) {
  const { lowest: lowestZoom, highest: highestZoom } = tileset.zooms;
  const { attribution } = await tileset.describe();
  return { lowestZoom, highestZoom, attribution };
}
