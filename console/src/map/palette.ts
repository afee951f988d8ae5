/** The colour scheme of the page. */
export type Look = 'light' | 'dark';

/** The colours of the map. */
export interface Palette {
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  /** Green and open land by kind; `other` for the rest. */
  readonly green: Readonly<
    Record<'wood' | 'park' | 'scrub' | 'farmland' | 'beach' | 'other', string>
  >;
  readonly builtUp: string;
  readonly industrial: string;
  readonly building: string;
  readonly buildingRim: string;
  /** The surface and the rim of roads. */
  readonly road: Readonly<
    Record<'motorway' | 'main' | 'secondary' | 'minor' | 'pedestrian', string>
  >;
  readonly roadRim: Readonly<Record<'motorway' | 'main' | 'minor', string>>;
  readonly path: string;
  readonly rail: string;
  readonly parcelLine: string;
  readonly ink: string;
  /** Names of streets and small settlements. */
  readonly quietInk: string;
  readonly waterInk: string;
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
    sea: '#c9dce3',
    land: '#f8f6ef',
    coast: '#8fabb6',
    border: '#a79c84',
    green: {
      wood: '#d3e2c6',
      park: '#d8e8c8',
      scrub: '#e3ead4',
      farmland: '#f0efdc',
      beach: '#f3e9cd',
      other: '#e2ecd3',
    },
    builtUp: '#efebe2',
    industrial: '#e9e4e1',
    building: '#e0d9cc',
    buildingRim: '#c9bfae',
    road: {
      motorway: '#f0b877',
      main: '#f8dca0',
      secondary: '#fdf0c8',
      minor: '#ffffff',
      pedestrian: '#f4f0e8',
    },
    roadRim: { motorway: '#c8853f', main: '#cfae6b', minor: '#cfc8b8' },
    path: '#b39f7d',
    rail: '#8e8a84',
    parcelLine: '#8a6a52',
    ink: '#17262b',
    quietInk: '#4a4f4c',
    waterInk: '#3f6c80',
    halo: '#fbfaf6',
    accent: '#0b566b',
    parcel: '#b5381b',
    sheet: '#ffffff',
    here: '#1a6fd6',
  },
  dark: {
    sea: '#0c1519',
    land: '#1c262a',
    coast: '#3c5561',
    border: '#6b6a60',
    green: {
      wood: '#1e2f28',
      park: '#20342b',
      scrub: '#1f2d29',
      farmland: '#212b2a',
      beach: '#2c2e2a',
      other: '#1f302a',
    },
    builtUp: '#212b2f',
    industrial: '#242c31',
    building: '#2d383d',
    buildingRim: '#3d4a50',
    road: {
      motorway: '#a4773f',
      main: '#7c6a45',
      secondary: '#5d5b4c',
      minor: '#465156',
      pedestrian: '#374146',
    },
    roadRim: { motorway: '#141b1e', main: '#141b1e', minor: '#141b1e' },
    path: '#5f5a4c',
    rail: '#6c7478',
    parcelLine: '#b58f74',
    ink: '#e8ecea',
    quietInk: '#b9c3c3',
    waterInk: '#7fa9ba',
    halo: '#11191c',
    accent: '#74c6d8',
    parcel: '#ff9270',
    sheet: '#182226',
    here: '#4d9bff',
  },
};
