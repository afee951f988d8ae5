import type { Language } from '../language/format.ts';
import type { MapSettings } from '../shell/settings.ts';
import type { MapModel } from './draw-model.ts';
import type { Look } from './palette.ts';

export interface MapOptions {
  readonly container: HTMLElement;
  readonly settings: MapSettings;
  readonly look: Look;
  readonly language: Language;
  readonly model: MapModel;
  /** What the map is called, and how it is used by keyboard. */
  readonly label: string;
  /** RenewedValue for a snapshot when the page is printed; neither moved nor clicked. */
  readonly isStill?: boolean;
  /** Somebody chose a point of the map. */
  onPick(latitude: number, longitude: number): void;
  /** Somebody chose a place, or none. */
  onSelect(id: number | undefined): void;
  /** The pointer came upon a place, or left it. */
  onHover(id: number | undefined): void;
  /** The map was moved or drawn anew: what stands over it must follow. */
  onMove(): void;
  /** All that is to be seen was drawn for the first time. */
  onDrawn(): void;
}
