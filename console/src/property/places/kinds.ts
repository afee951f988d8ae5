import type { PlaceType } from '../../../../client/src/types.ts';

/** Groups of kinds; each has its own colour and shape. */
export const groups = {
  transport: { colour: '#1d5a9e', shape: 'circle' },
  education: { colour: '#683a9c', shape: 'square' },
  health: { colour: '#b02a2a', shape: 'hexagon' },
  leisure: { colour: '#2c6a35', shape: 'leaf' },
  civic: { colour: '#745012', shape: 'house' },
  shopping: { colour: '#0d6761', shape: 'diamond' },
} as const;

export type Group = keyof typeof groups;
type Shape = (typeof groups)[Group]['shape'];

/** One kind of place: its group and its sign, an SVG path (even-odd) in a box of 24 by 24. */
export interface Kind {
  readonly group: Group;
  readonly sign: string;
  /** Planned and not yet built: drawn as an outline. */
  readonly isPlanned?: true;
}

const metro = 'M6.8 16.6V7.4h2.1L12 12.6l3.1-5.2h2.1v9.2h-2v-5.7l-2.6 4.3h-1.2L8.8 10.9v5.7z';

/** Every kind of place, in the order in which they are listed. */
export const kinds: Readonly<Record<PlaceType, Kind>> = {
  metro_station: { group: 'transport', sign: metro },
  future_metro_station: { group: 'transport', sign: metro, isPlanned: true },
  tram_station: {
    group: 'transport',
    sign: 'M9 5.2h6v1.1h-2.4v1.3h2.9A1.5 1.5 0 0 1 17 9.1v5.6l-1.5 1.4 1.1 2h-1.5l-1.1-2h-4l-1.1 2H7.4l1.1-2L7 14.7V9.1a1.5 1.5 0 0 1 1.5-1.5h2.9V6.3H9zM8.5 9.2v3.1h7V9.2z',
  },
  train_station: {
    group: 'transport',
    sign: 'M8.6 5.5h6.8A1.6 1.6 0 0 1 17 7.1v7l-1.7 1.7 1.5 2.6h-1.6l-.8-1.3H9.6l-.8 1.3H7.2l1.5-2.6L7 14.1v-7a1.6 1.6 0 0 1 1.6-1.6zM8.5 7.2v3.3h2.8V7.2zM12.7 7.2v3.3h2.8V7.2z',
  },
  bus_stop: {
    group: 'transport',
    sign: 'M7.8 6.5h8.4a1.3 1.3 0 0 1 1.3 1.3v7.9h-1v1.6h-2v-1.6h-5v1.6h-2v-1.6h-1V7.8a1.3 1.3 0 0 1 1.3-1.3zM8 8.2v3.3h8V8.2zM8.1 13.1v1.3h1.8v-1.3zM14.1 13.1v1.3h1.8v-1.3z',
  },
  bus_station: {
    group: 'transport',
    sign: 'M12 5.4 18.5 8.6V10H5.5V8.6zM8 11h8v5.4h-.9v1.4h-1.6v-1.4h-3v1.4H8.9v-1.4H8zM9.3 12.2v1.9h5.4v-1.9z',
  },
  airport: {
    group: 'transport',
    sign: 'M12 5.2c.7 0 1.1.8 1.1 1.8v2.7l5.2 3.2v1.6l-5.2-1.6v3l1.7 1.3v1.2L12 17.6l-2.8.8v-1.2l1.7-1.3v-3l-5.2 1.6v-1.6l5.2-3.2V7c0-1 .4-1.8 1.1-1.8z',
  },
  kindergarden: {
    group: 'education',
    sign: 'M9.6 6.2h4.8V11H9.6zM6.6 12h4.8v4.8H6.6zM12.6 12h4.8v4.8h-4.8z',
  },
  primary_school: {
    group: 'education',
    sign: 'M6.8 17.2l.7-3.4 6.5-6.5 2.7 2.7-6.5 6.5zM14.9 6.4l.8-.8a.8.8 0 0 1 1.1 0l1.6 1.6a.8.8 0 0 1 0 1.1l-.8.8z',
  },
  elementary_school: {
    group: 'education',
    sign: 'M11.4 5h1.2l3.2 1.3-3.2 1.3v1.2l5.2 3.1v5.4h-4.4v-3.4h-2.8v3.4H6.2v-5.4l5.2-3.1z',
  },
  high_school: {
    group: 'education',
    sign: 'M6 7.4c2-.8 4-.6 5.5.5v9.1c-1.5-1.1-3.5-1.3-5.5-.5zM18 7.4c-2-.8-4-.6-5.5.5v9.1c1.5-1.1 3.5-1.3 5.5-.5z',
  },
  university: {
    group: 'education',
    sign: 'M12 6.4l7.5 3.3-7.5 3.3-7.5-3.3zM7.7 12.4l4.3 1.9 4.3-1.9v3.2c-2.4 1.9-6.2 1.9-8.6 0z',
  },
  hospital: {
    group: 'health',
    sign: 'M7.8 7.2H10v3.7h4V7.2h2.2v9.6H14v-3.9h-4v3.9H7.8z',
  },
  clinic: {
    group: 'health',
    sign: 'M10.6 7h2.8v3.6H17v2.8h-3.6V17h-2.8v-3.6H7v-2.8h3.6z',
  },
  park: {
    group: 'leisure',
    sign: 'M12 5.2l4.3 5.6h-2l2.9 4h-4.2v3.4h-2v-3.4H6.8l2.9-4h-2z',
  },
  playground: {
    group: 'leisure',
    sign: 'M6.2 17.6L9.6 6.6h4.8l3.4 11h-1.7l-2.5-8.3v5h-3.2v-5L7.9 17.6zM11.4 8.2v4.9h1.2V8.2z',
  },
  sports: {
    group: 'leisure',
    sign: 'M12 6.3a5.7 5.7 0 1 0 0 11.4a5.7 5.7 0 1 0 0-11.4zM12 9.3l2.6 1.9-1 3h-3.2l-1-3z',
  },
  city_hall: {
    group: 'civic',
    sign: 'M12 6.4l5.8 2.8v1.2H6.2V9.2zM7.2 11.4H9v4H7.2zM11.1 11.4h1.8v4h-1.8zM15 11.4h1.8v4H15zM6.2 16.3h11.6v1.6H6.2z',
  },
  police: {
    group: 'civic',
    sign: 'M12 6.6l1.7 3.6 3.9.5-2.9 2.7.8 3.9-3.5-1.9-3.5 1.9.8-3.9-2.9-2.7 3.9-.5z',
  },
  post_office: {
    group: 'civic',
    sign: 'M6.4 8.2h11.2v.9L12 12.8 6.4 9.1zM6.4 10.7l5.6 3.7 5.6-3.7V16H6.4z',
  },
  church: {
    group: 'civic',
    sign: 'M11.3 5.8h1.4v1.4h1.5v1.3h-1.5v1.3l4.2 2.9v5h-3.4v-2.9a1.5 1.5 0 0 0-3 0v2.9H7.1v-5l4.2-2.9V8.5H9.8V7.2h1.5z',
  },
  bank: {
    group: 'civic',
    sign: 'M16.8 8.1l-1 1.6a3.3 3.3 0 0 0-4.9 1.2h3.9l-.5 1.3h-3.8v.8h3.4l-.5 1.3h-2.5a3.3 3.3 0 0 0 4.9 1.1l1 1.6a5.3 5.3 0 0 1-8-2.7H7.3V13h1.2v-.8H7.3v-1.3h1.5a5.3 5.3 0 0 1 8-2.8z',
  },
  supermarket: {
    group: 'shopping',
    sign: 'M6 7.6h1.9l.5 1.5h8.9l-1.4 4.8H9.2L7.2 8.9H6zM10 14.9a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2zM14.7 14.9a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2z',
  },
  shopping_mall: {
    group: 'shopping',
    sign: 'M7.5 9.7h1.8a2.7 2.7 0 0 1 5.4 0h1.8l.6 7H6.9zM10.6 9.7h2.8a1.4 1.4 0 0 0-2.8 0z',
  },
  fuel_station: {
    group: 'shopping',
    sign: 'M7.9 7.9a1 1 0 0 1 1-1h3.4a1 1 0 0 1 1 1v8.9H7.9zM9.1 8.2v2.5h3V8.2zM14 12.2h.6a.9.9 0 0 1 .9.9v2a.4.4 0 0 0 .8 0v-4.5l-1.3-1.5.8-.8 1.7 1.9v5a1.6 1.6 0 0 1-3.2 0v-1.9H14z',
  },
};

export const kindNames = Object.keys(kinds) as PlaceType[];

/** The outlines of the shapes, in the same box as the signs. */
export const shapes: Readonly<Record<Shape, string>> = {
  circle: 'M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21z',
  square: 'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
  hexagon: 'M12 .8l9.8 5.6v11.2L12 23.2 2.2 17.6V6.4z',
  leaf: 'M9 2h13v13a7 7 0 0 1-7 7H2V9a7 7 0 0 1 7-7z',
  house: 'M12 .8l10 6.4V22H2V7.2z',
  diamond: 'M12 .2L23.8 12 12 23.8.2 12z',
};
