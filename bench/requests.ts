import { seeded } from './generate.ts';

/** A request of the main API. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

/** Makes requests of each kind, every one different, so that no cache of answers could help. */
export function requestMakers(parcels: number, seed = 5) {
  const random = seeded(seed);
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
  return {
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
    integer,
  };
}

/** Requests of all operations in the shares a portal would have them, as text for a socket. */
export function requestMix(token: () => string, parcels: number, seed?: number): () => string {
  const { cost, kaek, dense, sparse, address, reverse, integer } = requestMakers(parcels, seed);
  const twenty = [
    ...Array<() => Request>(8).fill(cost),
    ...Array<() => Request>(4).fill(kaek),
    ...Array<() => Request>(3).fill(dense),
    ...Array<() => Request>(3).fill(sparse),
    address,
    reverse,
  ];
  return () => {
    const { method, path, body } = twenty[integer(0, 19)]!();
    const start = `${method} ${path} HTTP/1.1\r\nHost: bench\r\n`;
    if (method === 'GET') return `${start}\r\n`;
    return (
      `${start}Authorization: Bearer ${token()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    );
  };
}
