import { readGazetteer } from '../src/import/datasets/gazetteer/gazetteer.ts';
import { propertyTypes } from '../src/property/cost.ts';
import {
  type Address,
  type Layer,
  type LayerRows,
  replaceRows,
  type Store,
} from '../src/store/store.ts';
import { generateParcels, generatePlaces, seeded } from './generate.ts';

/** Rows for every layer, the same for each engine. */
export type EngineData = { readonly [L in Layer]: readonly LayerRows[L][] };

/** That many places, 50,000 parcels, and five houses in every third street of the country. */
export async function makeData(placeCount: number): Promise<EngineData> {
  return {
    costs: Array.from({ length: 90 }, (_, i) => String(10 + i)).flatMap(postalPrefix =>
      propertyTypes.map(propertyType => ({
        postalPrefix,
        propertyType,
        rateEurM2: 1_000 + Number(postalPrefix),
        validFrom: '2026-01-01',
        source: 'bench',
      })),
    ),
    places: generatePlaces(placeCount),
    parcels: [...generateParcels(50_000)],
    addresses: await makeHouses(),
  };
}

async function makeHouses(): Promise<Address[]> {
  const random = seeded(7);
  const { streets, postalCodes } = await readGazetteer('data');
  const codes = new Map(postalCodes.map(code => [code.postalCode, code]));
  return streets.flatMap(({ name, municipality, postalCode }, i) => {
    const at = codes.get(postalCode ?? '');
    if (!at || i % 3 > 0) return [];
    const [latitude, longitude] = [at.latitude + spread(random), at.longitude + spread(random)];
    return Array.from({ length: 5 }, (_, k) => ({
      externalId: `way/${i}/${k}`,
      street: name,
      houseNumber: String(2 * k + 1),
      postalCode,
      city: null,
      municipality,
      latitude: latitude + k * 0.0002,
      longitude,
      reachMetres: 0,
    }));
  });
}

const spread = (random: () => number) => (random() - 0.5) * 0.02;

/** Puts all rows into a store. */
export async function fill(store: Store, data: EngineData): Promise<void> {
  const from = { source: 'bench', origin: 'generated', checksum: '', licence: 'none' };
  for (const layer of ['costs', 'places', 'parcels', 'addresses'] as const) {
    await replaceRows(store, layer, from, data[layer]);
  }
}

const requestCount = 5_000;

/** For each operation the lines of a request file: method, path, body. */
export function makeRequests({ parcels, addresses }: EngineData): Record<string, string> {
  const random = seeded(8);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const get = (path: string, query: Record<string, string | number>) =>
    `GET\t/api/${path}?${new URLSearchParams(query as Record<string, string>)}\t`;
  const places = (latitude: number, longitude: number, wide: number) => {
    const around = (middle: number) => (middle + (random() - 0.5) * wide).toFixed(6);
    const body = `{"latitude":${around(latitude)},"longitude":${around(longitude)}}`;
    return `POST\t/api/points-of-interest/\t${body}`;
  };
  const building = () => ({ property_type: 'house', build_area: 20 + Math.floor(random() * 300) });
  const house = () => {
    const { latitude, longitude, ...rest } = pick(addresses);
    return { ...rest, point: { latitude, longitude } };
  };
  const written = ({ street, houseNumber, postalCode }: Omit<Address, 'latitude' | 'longitude'>) =>
    `${street} ${houseNumber}, ${postalCode}`;
  const makers: Record<string, () => string> = {
    'reconstruction cost': () =>
      get('reconstruction-cost/', {
        postal_code: 10_000 + Math.floor(random() * 89_999),
        ...building(),
      }),
    'points of interest, dense': () => places(37.98, 23.73, 0.02),
    'points of interest, sparse': () => places(38.2, 24, 6),
    'KAEK search': () => get('geocoding/kaek-search/', { kaek_code: pick(parcels).kaek }),
    'parcel at a point': () => {
      const [[ring]] = [pick(parcels).geometry.coordinates as [number, number][][]];
      const [longitude, latitude] = ring![0]!;
      return get('geocoding/parcel-at/', { latitude, longitude });
    },
    'address search': () => get('geocoding/address-search/', { address: written(house()) }),
    'reverse geocoding': () => get('geocoding/reverse/', house().point),
    'property report': () => get('property-report/', { ...house().point, ...building() }),
  };
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [
      name,
      `${Array.from({ length: requestCount }, make).join('\n')}\n`,
    ]),
  );
}
