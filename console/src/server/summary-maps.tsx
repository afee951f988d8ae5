import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import type { Circle, PortfolioSummary } from '../pages/portfolio/run/ask-portfolios.ts';
import { usePortfolioWords } from '../pages/portfolio/run/words.ts';
import { decimalPair } from '../tools/language/format.ts';
import { type Dot, extentOf, paperFor, SummaryPlan } from './summary-plan.tsx';
import { useFileWords } from './words.ts';

/** The land behind the maps, and its attribution. */
export interface Land {
  readonly geometry: PolygonGeometry;
  readonly licence: string;
}

interface MapsProps {
  readonly summary: PortfolioSummary;
  readonly land: Land;
}

const wide = { width: 170, height: 100 };
const small = { width: 52, height: 52 };

/** A portfolio that lies in one street is still shown with its surroundings, in metres. */
const [leastAll, leastNear] = [5_000, 2_000];

/** All rows, the part with the circles if it is much smaller, and each circle with its rows. */
export function SummaryMaps({ summary: { map, circles }, land }: MapsProps) {
  const { own: words } = useFileWords();
  if (map.cells.length === 0) return null;
  const all = extentOf(map.cells, leastAll);
  const near = circles.length > 0 ? extentOf(circles, leastNear) : all;
  const isNearer = paperFor(near, wide).scale * 3 <= paperFor(all, wide).scale;
  const shared = { land: land.geometry, frame: wide, dots: map.cells, circles, firstNumber: 1 };
  return (
    <section class="portfolio-part" aria-label={words.map}>
      <h3>{words.map}</h3>
      <p class="small">{words.mapHint}</p>
      <SummaryPlan {...shared} extent={all} title={words.map} description={words.mapHint} />
      {isNearer && (
        <SummaryPlan {...shared} extent={near} title={words.near} description={words.mapHint} />
      )}
      {land.geometry.coordinates.length > 0 && <p class="small">{land.licence}</p>}
      <div class="summary-circles portfolio-annex">
        {circles.map((circle, place) => (
          <CircleFigure key={place} land={land} number={place + 1} circle={circle} />
        ))}
      </div>
    </section>
  );
}

interface CircleProps extends Pick<MapsProps, 'land'> {
  readonly number: number;
  readonly circle: Circle;
}

function CircleFigure({ land, number, circle }: CircleProps) {
  const { own, format } = usePortfolioWords();
  const { own: words } = useFileWords();
  const { radius_m, line, rows, exposure_eur, lines } = circle;
  const [radius, euro] = [format.radius(radius_m), format.euro(exposure_eur)];
  const text = own.chosen(radius, String(line), euro);
  const size = 2.1 * radius_m;
  const { latitude, longitude } = circle;
  const extent = { latitude, longitude, width: size, height: size };
  return (
    <figure>
      <SummaryPlan
        land={land.geometry}
        frame={small}
        extent={extent}
        dots={byPosition(circle)}
        circles={[circle]}
        title={String(number)}
        description={text}
      />
      <figcaption class="small">
        <span class="strong">{number}.</span> {text} · {own.rows(format.number(rows))}
        <br />
        {decimalPair(latitude, longitude)} · {words.lines}{' '}
        {lines.join(', ') + (rows > lines.length ? ' …' : '')}
      </figcaption>
    </figure>
  );
}

function byPosition({ largest }: Circle): Dot[] {
  const groups = Map.groupBy(largest, ({ latitude, longitude }) => `${latitude} ${longitude}`);
  return [...groups.values()].map(([first, ...others]) => ({
    ...first!,
    exposure_eur: others.reduce((sum, one) => sum + one.exposure_eur, first!.exposure_eur),
  }));
}
