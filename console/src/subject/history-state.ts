import type { PlaceType } from '../../../client/src/types.ts';
import type { MapView } from '../map/map-view.ts';
import { kindNames } from '../places/kinds.ts';
import { type AddressBar, isOneOf, isPage, type View, views } from './address-bar.ts';
import { isSameSubject } from './subject.ts';

/** What an entry of the browser's history keeps besides the URL. */
export interface HistoryState {
  /** Undefined until the map has shown the property. */
  readonly mapView?: MapView | undefined;
  /** The kinds of places that the map hides. */
  readonly hidden?: readonly PlaceType[];
  /** The tab from which the report or another page was opened. */
  readonly tab?: View;
}

/** Reads the state of a history entry; another version of the console may have written it. */
export function readHistoryState(state: unknown): HistoryState {
  const { mapView, hidden, tab } = (state ?? {}) as Record<string, unknown>;
  return {
    ...(isMapView(mapView) && { mapView }),
    ...(Array.isArray(hidden) && { hidden: kindNames.filter(kind => hidden.includes(kind)) }),
    ...(isOneOf(views, tab) && { tab }),
  };
}

function isMapView(view: unknown): view is MapView {
  const { latitude, longitude, zoom } = (view ?? {}) as Record<string, unknown>;
  return [latitude, longitude, zoom].every(Number.isFinite);
}

/** The state of the next entry; another property has another part of the map. */
export function nextHistoryState(
  state: HistoryState,
  before: AddressBar,
  next: AddressBar,
): HistoryState {
  const { mapView, ...rest } = state;
  const isPageOpened = isPage(next.view) && !isPage(before.view);
  return {
    ...rest,
    ...(isPageOpened && { tab: before.view }),
    ...(isSameSubject(before.subject, next.subject) && { mapView }),
  };
}
