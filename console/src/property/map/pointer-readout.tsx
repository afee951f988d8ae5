import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import { gridPair } from '../../tools/language/greek-grid.ts';
import { useLocale } from '../../tools/language/language.ts';

/** Receives the position under the pointer, or undefined when it leaves the map. */
export type PointListener = (position: Position | undefined) => void;

/** The coordinates under the pointer; a component of its own, because they change all the time. */
export function PointerReadout({ listener }: { listener: RefObject<PointListener | undefined> }) {
  const { words } = useLocale();
  const [at, setAt] = useState<Position>();
  useEffect(() => {
    listener.current = setAt;
    return () => {
      listener.current = undefined;
    };
  }, [listener]);
  if (!at) return null;
  const [longitude, latitude] = at;
  const grid = gridPair(latitude, longitude, 0);
  return (
    <p class="pointer-readout" aria-hidden="true">
      {grid && (
        <span>
          {words.coordinates.grid} {grid}
        </span>
      )}
      <span>
        {words.coordinates.wgs84} {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </span>
    </p>
  );
}
