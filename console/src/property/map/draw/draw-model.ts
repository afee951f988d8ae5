import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Position } from '#tools/geo/polygon.ts';
import type { PlaceType, PointOfInterest } from '../../../../../client/src/types.ts';
import type { Outline } from '../../../state/subject/outline.ts';
import { parcelFeatures, placeFeatures, pointFeatures, radiusFeatures } from './features.ts';
import { setOverlayData } from './overlays.ts';

/** One of several places that the user may have meant. */
export interface Choice {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
  choose(): void;
}

/** Everything that the map shows over its background. */
export interface MapModel {
  readonly center: Position | undefined;
  /** The accuracy of the point; a disc shows it. */
  readonly accuracyMetres: number;
  /** Whether the disc is drawn instead of the point. */
  readonly isArea: boolean;
  readonly outline: Outline | undefined;
  /** The area of the outline, as text. */
  readonly area: string;
  /** West, south, east, north to show instead of the circles. */
  readonly closeUp: [number, number, number, number] | undefined;
  readonly places: readonly PointOfInterest[];
  readonly hidden: ReadonlySet<PlaceType>;
  readonly highlighted: PointOfInterest | undefined;
  /** The places among which the user must choose. */
  readonly choices?: readonly Choice[];
  radiusLabel(metres: number): string;
  /** A measured length, as text. */
  distance(metres: number): string;
  /** The length of a side of the outline, as text. */
  length(metres: number): string;
}

/** The last data of each map, so that only changes are sent to it. */
const drawn = new WeakMap<object, Map<string, unknown>>();

/** Draws a model over the background. */
export function drawModel(map: MapLibreMap, model: MapModel): void {
  const { center, places, hidden, highlighted, outline } = model;
  setOverlayData(map, 'circles', radiusFeatures(center, model.radiusLabel));
  setOverlayData(map, 'point', pointFeatures(center, model.accuracyMetres, model.isArea));
  setOverlayData(map, 'parcel', parcelFeatures(outline, center ?? [0, 0], model));
  setOverlayData(map, 'highlight', placeFeatures(highlighted ? [highlighted] : [], new Set()));
  const source = map.getSource('places');
  const before = source && drawn.get(source);
  if (!source || (before?.get('places') === places && before.get('hidden') === hidden)) return;
  setOverlayData(map, 'places', placeFeatures(places, hidden));
  drawn.set(
    source,
    new Map<string, unknown>([
      ['places', places],
      ['hidden', hidden],
    ]),
  );
}
