import type { Position } from '#tools/geo/polygon.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { MapView } from '../../../state/subject/history-state.ts';
import type { MapSettings } from '../style/map-look.ts';
import type { Look } from '../style/palette.ts';
import type { BaseTiles } from '../style/tile-description.ts';
import type { MapModel } from './draw-model.ts';

/** A kind of zones that the map shows, with its colours: `class` of a zone is a place in them. */
export interface ShownZones {
  readonly kind: string;
  /** What is drawn in place of zones that are too many. */
  readonly tooMany: string;
  readonly legend: readonly {
    readonly colour: string;
    readonly values: readonly string[];
    /** The bounds of a kind that is ordered by a number or a date. */
    readonly from?: number | string;
    readonly to?: number | string;
  }[];
  /** The field that decides on the colour; null if all zones have one. */
  readonly field: string | null;
  /** The sources and licences of the zones. */
  readonly attribution: string;
}

/** The layers of our own that the user can switch off. */
export const switchedLayers = ['parcels', 'zones', 'walk'] as const;
export type SwitchedLayer = (typeof switchedLayers)[number];

/** The layers that are off until the user switches them on. */
export const offAtFirst: ReadonlySet<SwitchedLayer> = new Set(['walk']);

export interface MapOptions {
  readonly container: HTMLElement;
  readonly settings: MapSettings;
  /** The service's own base tiles; undefined if they cannot be used. */
  readonly tiles: BaseTiles | undefined;
  readonly look: Look;
  readonly language: Language;
  readonly model: MapModel;
  /** The accessible name of the map, with its keyboard help. */
  readonly label: string;
  /** The view to return to; undefined moves to the model. */
  view?(): MapView | undefined;
  /** The map has come to rest. */
  onView?(view: MapView): void;
  /** The user chose a point of the map, or the parcel that is drawn there. */
  onPick(latitude: number, longitude: number, kaek: string | undefined): void;
  /** The pointer moved over the map, or left it. */
  onPoint(position: Position | undefined): void;
  /** The user chose a place, or none. */
  onSelect(id: number | undefined): void;
  /** The pointer entered or left a place. */
  onHover(id: number | undefined): void;
  /** The map moved or was drawn again: elements over it must follow. */
  onMove(): void;
  /** Everything in view was drawn for the first time. */
  onDrawn(): void;
}
