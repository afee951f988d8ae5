/** The colour scheme of the page. */
export type Look = 'light' | 'dark';

/** The colours of the map. */
export interface Palette {
  readonly sea: string;
  readonly land: string;
  /** Where it is not known whether there is land or sea. */
  readonly unmapped: string;
  readonly coast: string;
  readonly border: string;
  /** Green and open land by kind; `other` for the rest. */
  readonly green: Readonly<
    Record<'wood' | 'park' | 'scrub' | 'farmland' | 'beach' | 'other', string>
  >;
  readonly builtUp: string;
  readonly industrial: string;
  /** The ground of schools and hospitals. */
  readonly publicGround: string;
  readonly square: string;
  readonly building: string;
  readonly buildingRim: string;
  /** The surface and the rim of roads. */
  readonly road: Readonly<
    Record<'motorway' | 'main' | 'secondary' | 'minor' | 'pedestrian' | 'runway', string>
  >;
  readonly roadRim: Readonly<Record<'motorway' | 'main' | 'minor', string>>;
  readonly path: string;
  readonly rail: string;
  readonly parcelLine: string;
  readonly ink: string;
  /** Names of streets and small settlements. */
  readonly quietInk: string;
  readonly waterInk: string;
  readonly greenInk: string;
  readonly halo: string;
  readonly accent: string;
  readonly parcel: string;
  readonly sheet: string;
  /** The position of the device. */
  readonly here: string;
  /** The areas that are reached on foot. */
  readonly walk: string;
}

/** The map's colours by colour scheme. */
export const palettes: Readonly<Record<Look, Palette>> = {
  light: {
    sea: '#c9dce3',
    land: '#f8f6ef',
    unmapped: '#dedede',
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
    industrial: '#e8e4e3',
    publicGround: '#f3ead8',
    square: '#e9e6e0',
    building: '#e0d9cc',
    buildingRim: '#c9bfae',
    road: {
      motorway: '#f0b877',
      main: '#f8dca0',
      secondary: '#fdf0c8',
      minor: '#ffffff',
      pedestrian: '#f4f0e8',
      runway: '#d9d5d0',
    },
    roadRim: { motorway: '#c8853f', main: '#cfae6b', minor: '#cfc8b8' },
    path: '#b39f7d',
    rail: '#8e8a84',
    parcelLine: '#8a6a52',
    ink: '#17262b',
    quietInk: '#4a4f4c',
    waterInk: '#3f6c80',
    greenInk: '#4b6b3c',
    halo: '#fbfaf6',
    accent: '#0b566b',
    parcel: '#b5381b',
    sheet: '#ffffff',
    here: '#1a6fd6',
    walk: '#5b3fb8',
  },
  dark: {
    sea: '#0b161d',
    land: '#1c262a',
    unmapped: '#2b2b2b',
    coast: '#3f5a68',
    border: '#7d7a6c',
    green: {
      wood: '#1d3229',
      park: '#213a2e',
      scrub: '#1f302a',
      farmland: '#222d2a',
      beach: '#343329',
      other: '#20342c',
    },
    builtUp: '#222d32',
    industrial: '#282f37',
    publicGround: '#2b302f',
    square: '#2c363a',
    building: '#303c42',
    buildingRim: '#455259',
    road: {
      motorway: '#b0813f',
      main: '#8a754a',
      secondary: '#66634f',
      minor: '#4a565c',
      pedestrian: '#3a454a',
      runway: '#3c464c',
    },
    roadRim: { motorway: '#141b1e', main: '#141b1e', minor: '#141b1e' },
    path: '#5f5a4c',
    rail: '#6c7478',
    parcelLine: '#b58f74',
    ink: '#e8ecea',
    quietInk: '#b9c3c3',
    waterInk: '#7fa9ba',
    greenInk: '#9dbf95',
    halo: '#11191c',
    accent: '#74c6d8',
    parcel: '#ff9270',
    sheet: '#182226',
    here: '#4d9bff',
    walk: '#b7a2ff',
  },
};
