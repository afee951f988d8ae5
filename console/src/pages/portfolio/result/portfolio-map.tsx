import { useContext, useEffect, useRef } from 'preact/hooks';
import { Attribution } from '../../../property/map/attribution.tsx';
import type { Choice } from '../../../property/map/draw/draw-model.ts';
import { MapButtons } from '../../../property/map/map-buttons.tsx';
import { MapFrame, useOpenMap } from '../../../property/map/map-frame.tsx';
import { MapLook } from '../../../property/map/style/map-look.ts';
import type { MapCell, PortfolioRow } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import { cellBox, type MapColour, type MappedPortfolio } from './map-features.ts';
import type { OpenPortfolioMap } from './open-portfolio-map.ts';

interface PortfolioMapProps {
  readonly portfolio: MappedPortfolio;
  /** Those of the rows that the filters leave. */
  readonly cells: readonly MapCell[];
  /** The place of the chosen circle. */
  readonly chosen: number | undefined;
  readonly colour: MapColour;
  /** The row that was chosen. */
  readonly row: PortfolioRow | undefined;
  /** The addresses that it may mean. */
  readonly choices: readonly Choice[];
  /** The user chose a dot: the box of its rows. */
  onBox(box: string): void;
  onChoose(place: number | undefined): void;
}

/** The rows and circles of a portfolio. A circle that is chosen in its list comes into view. */
export function PortfolioMap(props: PortfolioMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [first] = props.portfolio.map.cells;
  useEffect(() => {
    if (props.chosen !== undefined) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [props.chosen]);
  return (
    <div class="portfolio-map" ref={frame}>
      <DrawnMap {...props} />
      <Attribution at={first && [first.longitude, first.latitude]} />
    </div>
  );
}

function DrawnMap(props: PortfolioMapProps) {
  const { own, language } = usePortfolioWords();
  const { portfolio, cells, chosen, colour, row, choices } = props;
  const { settings, look } = useContext(MapLook);
  const map = useRef<OpenPortfolioMap>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const circleAt = (place: number | undefined) =>
    place === undefined ? undefined : portfolio.circles[place];

  // Opened once; the effects below send it the changes.
  const { container, state } = useOpenMap(map, async () => {
    const { openPortfolioMap } = await import('./open-portfolio-map.ts');
    return opening =>
      openPortfolioMap({
        ...opening,
        settings,
        look,
        language,
        label: own.mapLabel,
        portfolio,
        chosen: circleAt(latest.current.chosen),
        colour: latest.current.colour,
        cells: latest.current.cells,
        row: latest.current.row,
        onCell: (x, y) => latest.current.onBox(cellBox(x, y, portfolio.map.cell_degrees)),
        onChoose: place => latest.current.onChoose(place),
      });
  });
  useEffect(() => map.current?.choose(circleAt(chosen)), [chosen]);
  useEffect(() => map.current?.paint(colour, cells), [colour, cells]);
  useEffect(() => map.current?.offer(choices), [choices]);
  useEffect(() => map.current?.showRow(row), [row]);
  useEffect(() => map.current?.restyle(look, language, own.mapLabel), [look, language, own]);

  const showAll = () => {
    if (chosen === undefined) map.current?.choose(undefined);
    else props.onChoose(undefined);
  };
  return (
    <MapFrame container={container} state={state}>
      <MapButtons
        buttons={[
          { name: 'zoomIn', onClick: () => map.current?.zoomBy(1) },
          { name: 'zoomOut', onClick: () => map.current?.zoomBy(-1) },
          { name: 'home', label: own.wholeMap, onClick: showAll },
        ]}
      />
    </MapFrame>
  );
}
