import type { Map as MapLibreMap } from 'maplibre-gl';
import type { PlaceType, PointOfInterest } from '../../../client/src/client.ts';
import type { Outline } from '../parcel/outline.ts';
import { circleFeatures, parcelFeatures, placeFeatures, pointFeatures } from './features.ts';
import { feed } from './overlays.ts';
import type { Position } from './position.ts';

/** All that the map shows over its background. */
export interface MapModel {
  readonly center: Position | undefined;
  /** How far off the point may be; a disc shows it. */
  readonly accuracyMetres: number;
  readonly outline: Outline | undefined;
  /** The outline's area, written. */
  readonly area: string;
  /** West, south, east, north to go to instead of the circles. */
  readonly closeUp: [number, number, number, number] | undefined;
  readonly places: readonly PointOfInterest[];
  readonly hidden: ReadonlySet<PlaceType>;
  readonly highlighted: PointOfInterest | undefined;
  radiusLabel(metres: number): string;
  /** The length of a side of the outline. */
  length(metres: number): string;
}

/** What was drawn last on each map, so that only what changed is sent to it again. */
const drawn = new WeakMap<object, Map<string, unknown>>();

/** Draws a model over the background. */
export function drawModel(map: MapLibreMap, model: MapModel): void {
  const { center, places, hidden, highlighted, outline } = model;
  feed(map, 'circles', circleFeatures(center, model.radiusLabel));
  feed(map, 'point', pointFeatures(center, model.accuracyMetres));
  feed(map, 'parcel', parcelFeatures(outline, center ?? [0, 0], model));
  feed(map, 'highlight', placeFeatures(highlighted ? [highlighted] : [], new Set()));
  const source = map.getSource('places');
  const before = source && drawn.get(source);
  if (!source || (before?.get('places') === places && before.get('hidden') === hidden)) return;
  feed(map, 'places', placeFeatures(places, hidden));
  drawn.set(
    source,
    new Map<string, unknown>([
      ['places', places],
      ['hidden', hidden],
    ]),
  );
}
