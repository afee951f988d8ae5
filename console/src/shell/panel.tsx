import type { TargetedPointerEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLibrary } from '../state/library/use-library.tsx';
import { useLocale } from '../tools/language/language.ts';
import { Answered } from '../tools/requests/answered.tsx';
import { isOffline } from '../tools/requests/describe-failure.ts';
import { Lazy, load } from '../tools/requests/lazy.tsx';
import { type DrawerSize, drawerShares, nearestSize } from './drawer-size.ts';
import type { PanelProps } from './found-panel.tsx';
import { Welcome } from './welcome.tsx';

const foundPanel = async () => (await import('./found-panel.tsx')).FoundPanel;
const notFound = async () => (await import('../property/location/not-found.tsx')).NotFound;
const whichOne = async () => (await import('../property/location/which-one.tsx')).WhichOne;
/** Stored properties must open without the network: the app loads it before. */
export const storedProperty = async () =>
  (await import('../pages/properties/stored-property.tsx')).StoredProperty;

/** The panel next to the map. */
export function Panel(props: PanelProps) {
  const { request, bar } = props;
  const found = request.state === 'answered' ? request.answer : undefined;
  const { library } = useLibrary();
  const stored = bar.subject && library.find(bar.subject);
  useEffect(() => {
    // While the property is searched.
    if (request.state === 'waiting') void load(foundPanel).catch(() => {});
  }, [request.state]);
  return (
    <div class="panel" id="content" tabIndex={-1}>
      <DrawerHandle size={props.drawer} onSize={props.onDrawer} />
      {(request.state === 'waiting' || request.state === 'failed') && (
        <h1 class="visually-hidden">{props.title}</h1>
      )}
      {request.state === 'idle' && (
        <Welcome
          exampleParcel={props.exampleParcel}
          onSample={props.onSample}
          onChange={props.onChange}
        />
      )}
      <Answered request={request} onRetry={props.onRetry} lines={5} />
      {request.state === 'failed' && isOffline(request.failure) && stored && (
        <Lazy part={storedProperty} property={stored} />
      )}
      {request.state === 'answered' && !found && bar.subject && (
        <Lazy part={notFound} subject={bar.subject} />
      )}
      {found?.isChoice && (
        <Lazy part={whichOne} found={found} onChoose={subject => props.onChange({ subject })} />
      )}
      {found && !found.isChoice && <Lazy part={foundPanel} {...props} found={found} />}
    </div>
  );
}

interface DrawerHandleProps {
  readonly size: DrawerSize;
  onSize(size: DrawerSize): void;
}

/** On a phone the panel is a drawer over the map: this bar is dragged, or pressed for a larger one. */
function DrawerHandle({ size, onSize }: DrawerHandleProps) {
  const { words } = useLocale();
  const startY = useRef<number | undefined>(undefined);
  const hasMoved = useRef(false);
  const shareAt = (event: TargetedPointerEvent<HTMLElement>) => {
    const { bottom, height } = explorerOf(event.currentTarget).getBoundingClientRect();
    return (bottom - event.clientY) / height;
  };
  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    startY.current = event.clientY;
    hasMoved.current = false;
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLElement>) => {
    if (startY.current === undefined) return;
    hasMoved.current ||= Math.abs(event.clientY - startY.current) > 6;
    if (hasMoved.current) setDrawer(explorerOf(event.currentTarget), shareAt(event));
  };
  const onPointerUp = (event: TargetedPointerEvent<HTMLElement>) => {
    startY.current = undefined;
    if (!hasMoved.current) return;
    const next = nearestSize(shareAt(event));
    setDrawer(explorerOf(event.currentTarget), drawerShares[next]);
    onSize(next);
  };
  const isLarge = size === 'large';
  return (
    <button
      type="button"
      class="drawer-handle"
      aria-expanded={isLarge}
      aria-label={isLarge ? words.drawer.smaller : words.drawer.larger}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      // A drag ends with a click too.
      onClick={() => !hasMoved.current && onSize(isLarge ? 'half' : 'large')}
    />
  );
}

function explorerOf(element: HTMLElement): HTMLElement {
  return element.closest<HTMLElement>('.explorer')!;
}

function setDrawer(explorer: HTMLElement, share: number): void {
  const { small, large } = drawerShares;
  explorer.style.setProperty('--drawer', `${Math.min(large, Math.max(small, share)) * 100}%`);
}
