import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';
import { Attribution } from '../map/attribution.tsx';
import { afterFirstPaint } from '../map/first-paint.ts';
import { MapButtons } from '../map/map-buttons.tsx';
import { NoMap } from '../map/map-pane.tsx';
import type { Look } from '../map/palette.ts';
import { readBaseTiles } from '../map/tile-description.ts';
import { hasWebGl } from '../map/web-gl.ts';
import type { MapSettings } from '../shell/settings.ts';
import type { MappedPortfolio } from './map-features.ts';
import type { OpenPortfolioMap } from './open-portfolio-map.ts';
import type { PortfolioWords } from './words-el.ts';

/** The settings and colours of the maps on the page. */
export const MapLook = createContext<{ readonly settings: MapSettings; readonly look: Look }>({
  settings: {},
  look: 'light',
});

interface PortfolioMapProps {
  readonly own: PortfolioWords;
  readonly portfolio: MappedPortfolio;
  /** The place of the chosen circle. */
  readonly chosen: number | undefined;
  onChoose(place: number | undefined): void;
}

/** The rows and circles of a portfolio. It is open only while it is in view: a page may have many. */
export function PortfolioMap(props: PortfolioMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => setIsInView(entries.at(-1)!.isIntersecting),
      { rootMargin: '200px' },
    );
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const { settings } = useContext(MapLook);
  return (
    <div class="portfolio-map" ref={frame}>
      {isInView && <DrawnMap {...props} />}
      <Attribution settings={settings} hasPlaces={false} hasImagery={false} zones={undefined} />
    </div>
  );
}

type MapState = 'opening' | 'open' | 'drawn' | 'no WebGL' | 'not loaded';

function DrawnMap(props: PortfolioMapProps) {
  const { own, portfolio, chosen } = props;
  const { language } = useLocale();
  const { settings, look } = useContext(MapLook);
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<OpenPortfolioMap>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<MapState>('opening');
  const circleAt = (place: number | undefined) =>
    place === undefined ? undefined : portfolio.circles[place];

  // Opened once; the effects below send it the changes.
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      await afterFirstPaint();
      if (isGone) return;
      if (!hasWebGl()) return setState('no WebGL');
      const [{ openPortfolioMap }, tiles] = await Promise.all([
        import('./open-portfolio-map.ts'),
        readBaseTiles(),
      ]);
      if (isGone) return;
      map.current = openPortfolioMap({
        container: container.current!,
        settings,
        tiles,
        look,
        language,
        label: own.mapLabel,
        portfolio,
        chosen: circleAt(latest.current.chosen),
        onChoose: place => latest.current.onChoose(place),
        onDrawn: () => setState('drawn'),
      });
      setState('open');
    };
    open().catch(error => {
      console.warn('the map could not be opened', error);
      setState('not loaded');
    });
    return () => {
      isGone = true;
      map.current?.close();
      map.current = undefined;
    };
  }, []);
  useEffect(() => map.current?.choose(circleAt(chosen)), [chosen]);
  useEffect(() => map.current?.restyle(look, language, own.mapLabel), [look, language, own]);

  if (state === 'no WebGL' || state === 'not loaded') return <NoMap state={state} />;
  const showAll = () => {
    if (chosen === undefined) map.current?.choose(undefined);
    else props.onChoose(undefined);
  };
  return (
    <div class="map-pane" aria-busy={state !== 'drawn'}>
      <div ref={container} class="map-canvas" />
      <MapButtons
        buttons={[
          { name: 'zoomIn', onClick: () => map.current?.zoomBy(1) },
          { name: 'zoomOut', onClick: () => map.current?.zoomBy(-1) },
          { name: 'home', label: own.wholeMap, onClick: showAll },
        ]}
      />
    </div>
  );
}
