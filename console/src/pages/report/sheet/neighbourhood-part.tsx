import { useMemo } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import type { PointOfInterest, PropertyReport } from '../../../../../client/src/types.ts';
import { KindSymbol } from '../../../property/places/kind-symbol.tsx';
import { countsSlopes, useOnFootWords, walkTime } from '../../../property/places/on-foot.ts';
import { placeNames } from '../../../property/places/places.ts';
import { figures, TableHead } from '../../../tools/form/table-head.tsx';
import { attributionText } from '../../../tools/language/source-name.ts';
import { baseBackground, showsFeatures } from '../plan/background.ts';
import {
  drawNeighbourhood,
  type NumberedPlace,
  numberPlaces,
} from '../plan/neighbourhood-drawing.ts';
import { NeighbourhoodPlan } from '../plan/neighbourhood-plan.tsx';
import { planBox } from '../plan/tile-numbers.ts';
import { useTiles } from '../plan/use-tiles.ts';
import { useReportWords } from '../words/words.ts';

/** Its heading, caption and it have room on the first page of a point. */
const frame = { width: 88, height: 70 };
const none: readonly PointOfInterest[] = [];

/** The section of the neighbourhood: its plan, and the table that the plan's numbers refer to. */
export function NeighbourhoodPart({ report }: { report: PropertyReport }) {
  const { own, words } = useReportWords();
  const { position, missing } = report;
  const centre: Position = [position.longitude, position.latitude];
  const neighbourhood = report.neighbourhood ?? none;
  const reason = missing.find(({ section }) => section === 'neighbourhood')?.reason;
  const drawing = useMemo(
    () => drawNeighbourhood(centre, neighbourhood, frame),
    [position, neighbourhood],
  );
  const box = planBox(centre, drawing.paper);
  const { tiles, attribution, isLoading, isFailed } = useTiles('base', box);
  const background = useMemo(
    () => baseBackground(tiles, place => drawing.paper.toPaper(drawing.toPlane(place))),
    [tiles, drawing],
  );
  // Without places, a plan of nothing would fill half a page.
  const hasPlan = neighbourhood.length > 0 || showsFeatures(background);
  return (
    <section class="sheet-part">
      <h2>
        {words.tabs.places} <span class="count">{words.places.count(neighbourhood.length)}</span>
      </h2>
      <div class="sheet-columns">
        {hasPlan && (
          <figure class="sheet-figure" aria-busy={isLoading}>
            <NeighbourhoodPlan drawing={drawing} background={background} />
            <figcaption class="small">
              {own.trueNorth} {drawing.beyond.length > 0 && own.beyondPlan}{' '}
              {drawing.others.length > 0 && own.othersOnPlan}{' '}
              {isFailed && own.note.backgroundFailed}{' '}
              {attributionText([{ layer: 'map', text: attribution }], words, centre)}
            </figcaption>
          </figure>
        )}
        {neighbourhood.length > 0 ? (
          <AroundTable numbered={numberPlaces(neighbourhood)} />
        ) : (
          <p>{reason ?? own.note.noPlaces}</p>
        )}
      </div>
    </section>
  );
}

/** The places around, one row per kind: its number on the plan, the nearest place, and the count. */
function AroundTable({ numbered }: { numbered: readonly NumberedPlace[] }) {
  const { own, words, format, language } = useOnFootWords();
  const isWalked = numbered.some(({ nearest }) => walkTime(nearest, language));
  return (
    <table class="sheet-table sheet-around">
      {isWalked && (
        <caption class="small">
          {own.method} {countsSlopes(numbered.map(({ nearest }) => nearest)) && own.slopes}
        </caption>
      )}
      <TableHead
        columns={[
          figures(
            <>
              <span aria-hidden="true">#</span>
              <span class="visually-hidden">{words.parcel.columns.number}</span>
            </>,
          ),
          `${words.report.kind}, ${words.report.nearest.toLowerCase()}`,
          figures(words.location.distance),
          isWalked && { heading: own.heading, look: 'sheet-walk' },
          figures(words.report.number),
        ]}
      />
      <tbody>
        {numbered.map(({ number, kind, nearest, nearestMetres, places }) => {
          const { name, nameLanguage } = placeNames(nearest, language);
          return (
            <tr key={kind}>
              <td class="number">{number}</td>
              <th scope="row">
                <KindSymbol kind={kind} size={14} /> {words.kinds[kind]}
                {name && (
                  <span class="small" lang={nameLanguage}>
                    {name}
                  </span>
                )}
              </th>
              <td class="number">{format.distance(nearestMetres)}</td>
              {isWalked && <td class="sheet-walk">{walkTime(nearest, language)}</td>}
              <td class="number">{places.length}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
