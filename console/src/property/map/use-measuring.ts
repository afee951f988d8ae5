import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import type { Measured } from './draw/measure.ts';
import type { OpenMap } from './draw/open-map.ts';

/** The state of measuring on the map. */
export interface Measuring {
  readonly isOn: boolean;
  readonly points: readonly Position[];
  /** Undefined until the first point. */
  readonly figures: Measured | undefined;
  toggle(): void;
  add(position: Position): void;
  undo(): void;
  stop(): void;
}

/** Measures a line of points on the map, until it is stopped or Escape is pressed. */
export function useMeasuring(map: RefObject<OpenMap | undefined>): Measuring {
  const [points, setPoints] = useState<readonly Position[]>();
  const [figures, setFigures] = useState<Measured>();
  const isOn = points !== undefined;
  const stop = () => setPoints(undefined);

  useEffect(() => setFigures(map.current?.measure(points)), [points]);
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && stop();
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn]);

  return {
    isOn,
    points: points ?? [],
    figures,
    toggle: () => setPoints(before => (before ? undefined : [])),
    add: position => setPoints(before => [...(before ?? []), position]),
    undo: () => setPoints(before => before?.slice(0, -1)),
    stop,
  };
}
