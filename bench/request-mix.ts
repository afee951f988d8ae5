import { seeded } from './generate.ts';

/** Requests of all operations in the shares a portal would have them, each one new. */
export function requestMix(token: () => string, parcels: number, seed = 5): () => string {
  const random = seeded(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1));
  const pointIn = (spread: number) => ({
    latitude: between(37.98 - spread, 37.98 + spread).toFixed(6),
    longitude: between(23.73 - spread, 23.73 + spread).toFixed(6),
  });

  const get = (path: string, query: Record<string, string | number>) =>
    `GET ${path}?${new URLSearchParams(query as Record<string, string>)} HTTP/1.1\r\n` +
    'Host: bench\r\n\r\n';
  const placesIn = (spread: number) => {
    const { latitude, longitude } = pointIn(spread);
    const body = `{"latitude":${latitude},"longitude":${longitude}}`;
    return (
      'POST /api/points-of-interest/ HTTP/1.1\r\nHost: bench\r\n' +
      `Authorization: Bearer ${token()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    );
  };
  const cost = () =>
    get('/api/reconstruction-cost/', {
      postal_code: whole(10_000, 19_999),
      property_type: 'house',
      build_area: between(20, 300).toFixed(1),
      construction_year: whole(1900, 2025),
    });
  const kaek = () =>
    get('/api/geocoding/kaek-search/', {
      kaek_code: String(whole(0, parcels - 1)).padStart(12, '0'),
    });
  const dense = () => placesIn(0.01);
  const sparse = () => placesIn(2);
  const address = () =>
    get('/api/geocoding/address-search/', {
      address: `Ermou ${whole(1, 99)}, 1056${whole(1, 9)}`,
      limit: 3,
    });
  const reverse = () => get('/api/geocoding/reverse/', pointIn(0.05));

  const twenty = [
    ...Array<() => string>(8).fill(cost),
    ...Array<() => string>(4).fill(kaek),
    ...Array<() => string>(3).fill(dense),
    ...Array<() => string>(3).fill(sparse),
    address,
    reverse,
  ];
  return () => twenty[whole(0, 19)]!();
}
