import { createContext } from 'preact';
import type { ConsoleSettingsAnswer } from '../../../../../client/src/types.ts';
import type { Look } from './palette.ts';

/** The map's part of the settings from the service. */
export type MapSettings = ConsoleSettingsAnswer['map'];

/** The settings and colours of the maps on the page. */
export const MapLook = createContext<{ readonly settings: MapSettings; readonly look: Look }>(
  undefined!,
);
