import type { Map as MapLibreMap, MapOptions as MapLibreOptions } from 'maplibre-gl';
import { boundsOf, type Position } from '#tools/geo/polygon.ts';
import type { MapView } from '../../../state/subject/history-state.ts';
import { circleAround } from './circle.ts';
import type { MapModel } from './draw-model.ts';
import type { MapOptions } from './map-options.ts';

const greece: [number, number, number, number] = [19.2, 34.6, 28.6, 41.9];

/** The attribution covers the lower edge, on a phone in three lines. */
export const padding = { top: 24, right: 24, bottom: 64, left: 24 };

/** Where a new map begins: at the view to return to, otherwise at that of the model. */
export function startOf({
  view,
  model,
}: MapOptions): Pick<MapLibreOptions, 'center' | 'zoom' | 'bounds' | 'fitBoundsOptions'> {
  const start = view?.();
  return start
    ? { center: [start.longitude, start.latitude] as [number, number], zoom: start.zoom }
    : { bounds: modelBounds(model), fitBoundsOptions: { padding } };
}

/** Shows a part of the world at once. */
export function jumpTo(map: MapLibreMap, { latitude, longitude, zoom }: MapView): void {
  map.jumpTo({ center: [longitude, latitude], zoom });
}

/** The part of the world that a map shows. */
export function viewOf(map: MapLibreMap): MapView {
  const { lat, lng } = map.getCenter();
  return { latitude: lat, longitude: lng, zoom: map.getZoom() };
}

/** The first circle, and a little more. */
const aroundMetres = 1_050;

/**
 * The bounds to show: the parcel if it was searched, otherwise the first circle, or the whole area
 * in which an address may be.
 */
export function modelBounds(
  model: Pick<MapModel, 'center' | 'closeUp' | 'accuracyMetres'>,
): [number, number, number, number] {
  const { center, closeUp, accuracyMetres } = model;
  if (closeUp) return closeUp;
  if (!center) return greece;
  return boundsOfRing(circleAround(center, Math.max(aroundMetres, 1.05 * accuracyMetres)));
}

/** West, south, east and north of a ring. */
export function boundsOfRing(ring: readonly Position[]): [number, number, number, number] {
  const { west, south, east, north } = boundsOf({ type: 'Polygon', coordinates: [ring] });
  return [west, south, east, north];
}

/** Moves to the parcel or the places of a model, or to the whole country. */
export function goTo(map: MapLibreMap, model: MapModel): void {
  map.fitBounds(modelBounds(model), { padding, speed: 2.4, maxDuration: 1_800 });
}

/** Leaves the close-up of a parcel for the places around it, and comes back. */
export function openCloseUp(map: MapLibreMap) {
  let left: { readonly view: MapView; readonly wideZoom: number } | undefined;
  return {
    leave(model: MapModel): void {
      left = { view: viewOf(map), wideZoom: widen(map, model) };
    },
    /** A zoom that the user chose in between stays. */
    comeBack(): void {
      if (!left) return;
      const { latitude, longitude, zoom } = left.view;
      const isChosen = !map.isMoving() && Math.abs(map.getZoom() - left.wideZoom) > 0.01;
      if (!isChosen) map.easeTo({ center: [longitude, latitude], zoom });
    },
    forget(): void {
      left = undefined;
    },
  };
}

/** Zooms out to the places around; a view that is wider already stays. Returns the zoom it goes to. */
function widen(map: MapLibreMap, model: MapModel): number {
  const zoom = map.cameraForBounds(modelBounds(model), { padding })?.zoom ?? map.getZoom();
  if (zoom < map.getZoom()) goTo(map, model);
  return Math.min(zoom, map.getZoom());
}
