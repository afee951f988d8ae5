import { type PropertyType, propertyTypes } from '#domain/property/cost/building.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import type { PlaceType } from '../../../../client/src/types.ts';
import { type AddressBar, isOneOf, isPage, type View, views } from './address-bar.ts';
import { type TermName, termNames } from './cost-terms.ts';
import { isSameSubject } from './subject.ts';

/** The part of the world that a map shows. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** The form's fields with the text as typed; a choice that was not made is empty. */
export interface TypedBuilding extends Readonly<Record<TypedField, string>> {
  readonly propertyType: PropertyType;
}
type TypedField = 'postalCode' | 'buildArea' | 'constructionYear' | TermName;

/** What an entry of the browser's history keeps besides the URL. */
export interface HistoryState {
  /** Undefined until the map has shown the property. */
  readonly mapView?: MapView | undefined;
  /** The kinds of places that the map hides. */
  readonly hidden?: readonly PlaceType[];
  /** The tab from which the report or another page was opened. */
  readonly tab?: View;
  /** What was typed into the form of the cost and could not be used. */
  readonly typed?: TypedBuilding | undefined;
}

/** Reads the state of a history entry; another version of the console may have written it. */
export function readHistoryState(state: unknown): HistoryState {
  const { mapView, hidden, tab, typed } = (state ?? {}) as Record<string, unknown>;
  return {
    ...(isMapView(mapView) && { mapView }),
    ...(Array.isArray(hidden) && { hidden: placeTypes.filter(kind => hidden.includes(kind)) }),
    ...(isOneOf(views, tab) && { tab }),
    ...(isTyped(typed) && { typed }),
  };
}

function isMapView(view: unknown): view is MapView {
  const { latitude, longitude, zoom } = (view ?? {}) as Record<string, unknown>;
  return [latitude, longitude, zoom].every(Number.isFinite);
}

function isTyped(typed: unknown): typed is TypedBuilding {
  const { propertyType, ...texts } = (typed ?? {}) as Record<string, unknown>;
  const names = ['postalCode', 'buildArea', 'constructionYear', ...termNames];
  const areTexts = names.every(name => typeof texts[name] === 'string');
  return areTexts && isOneOf(propertyTypes, propertyType);
}

/** The state of the next entry; another property has another part of the map and building. */
export function nextHistoryState(
  state: HistoryState,
  before: AddressBar,
  next: AddressBar,
): HistoryState {
  const { mapView, typed, ...rest } = state;
  const isPageOpened = isPage(next.view) && !isPage(before.view);
  return {
    ...rest,
    ...(isPageOpened && { tab: before.view }),
    ...(isSameSubject(before.subject, next.subject) && { mapView, ...(typed && { typed }) }),
  };
}
