import { Facts } from '../../tools/form/fact.tsx';
import '../../tools/design/buildings.css';
import type { BuildingsAnswer } from '../../../../client/src/types.ts';
import { licenceName, sourceName } from '../../tools/language/source-name.ts';
import { useBuildingWords } from './words.ts';

interface BuildingFactsProps {
  readonly answer: BuildingsAnswer;
  /** How many buildings are listed one by one. */
  readonly most: number;
  /** Whether it is for a report, which has the licences in its table of sources. */
  readonly isPrinted?: boolean;
}

/** What stands on a parcel or at a point: the sums, and the largest buildings. */
export function BuildingFacts({ answer, most, isPrinted = false }: BuildingFactsProps) {
  const { own, words, format } = useBuildingWords();
  const { count, coverage, floor_area_estimate_m2: floorArea, left_out: leftOut } = answer;
  const hidden = count - Math.min(most, answer.buildings.length);
  const sources = answer.sources.map(({ source, licence }) =>
    [sourceName(source, words), !isPrinted && licenceName(licence, 'buildings', words)]
      .filter(Boolean)
      .join(', '),
  );
  return (
    <>
      {count === 0 && <p class="quiet">{own.none}</p>}
      {count > 0 && (
        <>
          <Facts
            facts={[
              [own.count, format.number(count)],
              [own.covered, format.area(answer.footprint_m2)],
              [own.coverage, coverage !== null && format.percent(coverage)],
              [
                own.floorArea,
                floorArea !== null && [
                  `≈ ${format.area(Math.round(floorArea))} `,
                  <span class="small">{own.floorAreaOf(answer.levels_known, count)}</span>,
                ],
              ],
            ]}
          />
          <ul class="building-list">
            {answer.buildings.slice(0, most).map((one, place) => (
              <BuildingLine key={place} building={one} />
            ))}
          </ul>
        </>
      )}
      {answer.overlap_m2 >= 1 && (
        <p class="small">{own.overlap(format.area(Math.round(answer.overlap_m2)))}</p>
      )}
      {hidden > 0 && <p class="small">{own.notListed(hidden)}</p>}
      {leftOut > 0 && <p class="small">{own.leftOut(leftOut)}</p>}
      <p class="small">
        {own.source}: {sources.join('; ')}
      </p>
    </>
  );
}

function BuildingLine({ building }: { building: BuildingsAnswer['buildings'][number] }) {
  const { own, format } = useBuildingWords();
  const { name, use, levels, height_m: height, construction_year: year, share } = building;
  const facts = [
    `${own.footprint} ${format.area(building.footprint_m2)}`,
    levels !== null && `${own.levels} ${format.number(levels)}`,
    height !== null && `${own.height} ${format.number(height)} m`,
    year !== null && `${own.year} ${year}`,
    share !== null && share < 1 && `${own.share} ${format.percent(share)}`,
  ];
  return (
    <li>
      <span class="strong">
        {[name, use && (own.uses[use] ?? use)].filter(Boolean).join(', ') || own.unnamed}
      </span>{' '}
      {facts.filter(Boolean).join(' · ')}
    </li>
  );
}
