/** The colour scheme of the page. */
export type Look = 'light' | 'dark';

/** The colours of the map. */
export interface Palette {
  readonly sea: string;
  readonly land: string;
  /** Land outside Greece. */
  readonly abroad: string;
  readonly coast: string;
  readonly border: string;
  readonly grid: string;
  readonly ink: string;
  readonly halo: string;
  readonly accent: string;
  readonly parcel: string;
  readonly sheet: string;
  /** The position of the device. */
  readonly here: string;
}

/** The map's colours by colour scheme. */
export const palettes: Readonly<Record<Look, Palette>> = {
  light: {
    sea: '#d3e0e4',
    land: '#faf8f0',
    abroad: '#e9e6da',
    coast: '#7d99a3',
    border: '#b7b09c',
    grid: '#2f5b6a',
    ink: '#17262b',
    halo: '#fbfaf6',
    accent: '#0b566b',
    parcel: '#b5381b',
    sheet: '#ffffff',
    here: '#1a6fd6',
  },
  dark: {
    sea: '#0c1418',
    land: '#202b30',
    abroad: '#171f23',
    coast: '#4b6570',
    border: '#4a4f4c',
    grid: '#7fa5b1',
    ink: '#e8ecea',
    halo: '#11191c',
    accent: '#74c6d8',
    parcel: '#ff9270',
    sheet: '#182226',
    here: '#4d9bff',
  },
};
