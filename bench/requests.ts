import { seeded } from '../test/seeded.ts';

/** A request of the main API. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

/** Makes requests of each kind. Each request is different, so that no cache of responses helps. */
export function requestMakers(parcels: number) {
  const random = seeded(5);
  const between = (from: number, to: number) => from + random() * (to - from);
  const integer = (from: number, to: number) => Math.floor(between(from, to + 1));
  const pointIn = (latitude: number, longitude: number, spread: number) => ({
    latitude: between(latitude - spread, latitude + spread).toFixed(6),
    longitude: between(longitude - spread, longitude + spread).toFixed(6),
  });
  const get = (path: string, query: Record<string, string>): Request => ({
    method: 'GET',
    path: `${path}?${new URLSearchParams(query)}`,
    body: '',
  });
  const places = (latitude: number, longitude: number, spread: number): Request => {
    const point = pointIn(latitude, longitude, spread);
    const body = `{"latitude":${point.latitude},"longitude":${point.longitude}}`;
    return { method: 'POST', path: '/api/points-of-interest/', body };
  };
  const makers = {
    cost: () =>
      get('/api/reconstruction-cost/', {
        postal_code: String(integer(10_000, 99_999)),
        property_type: 'house',
        build_area: between(20, 300).toFixed(1),
        construction_year: String(integer(1900, 2025)),
      }),
    kaek: () =>
      get('/api/geocoding/kaek-search/', {
        kaek_code: String(integer(0, parcels - 1)).padStart(12, '0'),
      }),
    /** In the middle of the largest town. */
    dense: () => places(37.98, 23.73, 0.01),
    /** Anywhere in the country. */
    sparse: () => places(38.2, 24, 3),
    address: () =>
      get('/api/geocoding/address-search/', {
        address: `Ermou ${integer(1, 99)}, 1056${integer(1, 9)}`,
        limit: '3',
      }),
    reverse: () => get('/api/geocoding/reverse/', pointIn(37.98, 23.73, 0.05)),
  };
  /** How often a portal sends each kind, of twenty requests. */
  const shares = { cost: 8, kaek: 4, dense: 3, sparse: 3, address: 1, reverse: 1 };
  const twenty = Object.entries(shares).flatMap(([kind, share]) =>
    Array<() => Request>(share).fill(makers[kind as keyof typeof makers]),
  );
  return { ...makers, mix: () => twenty[integer(0, 19)]!() };
}
