import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocale } from '../../tools/language/language.ts';
import { type BaseTiles, readBaseTiles } from './style/tile-description.ts';

type MapState = 'opening' | 'open' | 'drawn' | 'no WebGL' | 'not loaded';

/** What every map is opened with. */
interface Opening {
  readonly container: HTMLElement;
  readonly tiles: BaseTiles | undefined;
  onDrawn(): void;
}

/**
 * Opens a map once, after the rest of the page is painted, and closes it with its component. `load`
 * imports the map's library, and returns the function that opens the map.
 */
export function useOpenMap<Opened extends { close(): void }>(
  map: RefObject<Opened | undefined>,
  load: () => Promise<(opening: Opening) => Opened>,
) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>('opening');
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      await afterFirstPaint();
      if (isGone) return;
      if (!hasWebGl()) return setState('no WebGL');
      const [openMap, tiles] = await Promise.all([load(), readBaseTiles()]);
      if (isGone) return;
      const onDrawn = () => setState('drawn');
      map.current = openMap({ container: container.current!, tiles, onDrawn });
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
  return { container, state };
}

interface MapFrameProps {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly state: MapState;
  readonly children: ComponentChildren;
}

/** The place of a map with what lies over it, or the reason why there is no map. */
export function MapFrame({ container, state, children }: MapFrameProps) {
  const { map: words } = useLocale().words;
  if (state === 'no WebGL' || state === 'not loaded') {
    return (
      <div class="map-pane map-none">
        <div class="notice" role="status">
          <p class="strong">{words.failed}</p>
          <p>{state === 'no WebGL' ? words.noWebGl : words.notLoaded}</p>
        </div>
      </div>
    );
  }
  return (
    <div class="map-pane" aria-busy={state !== 'drawn'}>
      <div ref={container} class="map-canvas" />
      {state !== 'drawn' && <p class="map-loading">{words.loading}</p>}
      {children}
    </div>
  );
}

/** The longest that the map waits for an idle moment of the page. */
const patienceMs = 1_000;

/** Resolves after the page has been drawn and has nothing else to do. */
function afterFirstPaint(): Promise<void> {
  return new Promise(resolve => {
    // The next frame starts only after the present one was drawn.
    requestAnimationFrame(() => setTimeout(() => whenIdle(resolve)));
  });
}

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  if (!globalThis.requestIdleCallback) setTimeout(then);
  else requestIdleCallback(then, { timeout: patienceMs });
}

/** Whether this browser can draw the map. */
function hasWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    // Browsers allow only a few contexts at a time: release this one.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
