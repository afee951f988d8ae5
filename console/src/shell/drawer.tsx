import type { TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { useLocale } from '../tools/language/language.ts';
import { type DrawerSize, drawerShares, nearestSize } from './drawer-size.ts';

interface DrawerHandleProps {
  readonly size: DrawerSize;
  onSize(size: DrawerSize): void;
}

/** On a phone the panel is a drawer over the map: this bar is dragged, or pressed for a larger one. */
export function DrawerHandle({ size, onSize }: DrawerHandleProps) {
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
