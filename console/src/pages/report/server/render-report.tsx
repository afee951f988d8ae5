import { renderToString } from 'preact-render-to-string';
import type { TileId } from '#domain/map/tile-scheme.ts';
import type { Box } from '#tools/geo/box.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import buildings from '../../../tools/design/buildings.css?inline';
import comparables from '../../../tools/design/comparables.css?inline';
import cost from '../../../tools/design/cost.css?inline';
import report from '../../../tools/design/report.css?inline';
import zones from '../../../tools/design/zones.css?inline';
import { type Locale, LocaleContext, loadLocale } from '../../../tools/language/language.ts';
import type { LoadedTile } from '../plan/background.ts';
import { tilesOf } from '../plan/tile-numbers.ts';
import { type PlanTiles, TilesContext, type TilesName } from '../plan/use-tiles.ts';
import { type DocumentDetails, noDetails } from '../sheet/document-details.ts';
import { ReportSheet } from '../sheet/report-sheet.tsx';
import { reportTitle } from '../sheet/report-title.ts';
import { cssString, pageFoot } from '../sheet/use-page-foot.ts';
import { el, en } from '../words/words.ts';
import { htmlPage } from './html-page.tsx';

/** What a report is made of on the server. */
export interface ReportInput {
  readonly report: PropertyReport;
  /** The outline of the parcel in the Greek Grid, as WKT. */
  readonly gridOutline: string | undefined;
  readonly language: Language;
  /** What the requester puts on it, with images as `data:` URLs. */
  readonly document?: ServerDocument | undefined;
  /** The tiles that there are; undefined if the caller may not see them. */
  readonly tilesets: Readonly<Partial<Record<TilesName, Tileset>>> | undefined;
}

interface ServerDocument {
  readonly details: DocumentDetails;
  readonly logo: string | undefined;
  readonly photos: readonly { readonly image: string; readonly caption: string }[];
}

interface Tileset extends Pick<PlanTiles, 'legend' | 'field'> {
  readonly lowestZoom: number;
  readonly highestZoom: number;
  readonly attribution: string;
}

/** Reads a tile; no bytes if nothing is in it. */
export type ReadTile = (name: TilesName, number: TileId) => Promise<LoadedTile['bytes']>;

/** The report as one HTML file that needs no network. */
export async function renderReport(input: ReportInput, readTile: ReadTile): Promise<string> {
  const locale = await loadLocale(input.language);
  const wanted = new Map<string, () => Promise<PlanTiles>>();
  // The first drawing finds out which tiles the plans need.
  renderSheet(input, locale, (name, box) => {
    wanted.set(keyOf(name, box), () => readTiles(input.tilesets, name, box, readTile));
    return undefined;
  });
  const loaded = new Map<string, PlanTiles>();
  for (const [key, read] of wanted) {
    const tiles = await read().catch(() => undefined);
    if (tiles) loaded.set(key, tiles);
  }
  const sheet = renderSheet(input, locale, (name, box) => loaded.get(keyOf(name, box)));
  return page(input, locale, sheet);
}

function renderSheet(
  { report, gridOutline, document }: ReportInput,
  locale: Locale,
  givenTiles: (name: TilesName, box: Box) => PlanTiles | undefined,
): string {
  return renderToString(
    <LocaleContext.Provider value={locale}>
      <TilesContext.Provider value={givenTiles}>
        <ReportSheet
          report={report}
          gridOutline={
            gridOutline === undefined
              ? { state: 'idle' }
              : { state: 'answered', answer: gridOutline }
          }
          details={document?.details ?? noDetails}
          logo={document?.logo}
          photos={{
            ...unchanged,
            photos: (document?.photos ?? []).map((photo, id) => ({ ...photo, id })),
          }}
          place={undefined}
          others={[]}
        />
      </TilesContext.Provider>
    </LocaleContext.Provider>,
  );
}

const nothing = async () => undefined;
/** Only the browser changes photographs. */
const unchanged = { remove: nothing, setCaption: nothing, move: nothing };

function keyOf(name: TilesName, box: Box): string {
  return JSON.stringify([name, box]);
}

async function readTiles(
  tilesets: ReportInput['tilesets'],
  name: TilesName,
  box: Box,
  readTile: ReadTile,
): Promise<PlanTiles> {
  const tileset = tilesets?.[name];
  if (!tileset) throw new Error('the caller may not see these tiles');
  const { lowestZoom, highestZoom, ...described } = tileset;
  const numbers = tilesOf(box, highestZoom).filter(({ z }) => z >= lowestZoom);
  const tiles: LoadedTile[] = [];
  for (const number of numbers) tiles.push({ ...number, bytes: await readTile(name, number) });
  const isEmpty = tiles.every(({ bytes }) => bytes.byteLength === 0);
  return isEmpty ? { tiles: [], attribution: '' } : { tiles, ...described };
}

const styles = [cost, zones, buildings, comparables, report].join('\n');

function page(
  { report: data, language, document }: ReportInput,
  locale: Locale,
  sheet: string,
): string {
  const title = reportTitle(data, locale);
  const { valuation, reference } = document?.details ?? noDetails;
  const heading = { el, en }[language].template[valuation.template ?? 'none'].title;
  const foot = cssString(pageFoot([heading, title, reference]));
  return htmlPage({
    title: `${title} · ${heading}`,
    language,
    // The foot has no `<`.
    style: `${styles}\n:root{--page-foot:${foot}}`,
    body: `<body><main class="report">${sheet}</main></body>`,
  });
}
