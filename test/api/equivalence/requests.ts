import type { Boundary, Settlement } from '#domain/geocoder/rows/country-rows.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { Address, NewPlace } from '#storage/store/store.ts';
import { polygonsOf } from '#tools/geo/polygon.ts';
import { seeded } from '../../seeded.ts';

/** A request as `inject` takes it. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The data that requests refer to. */
export interface Known {
  readonly places: readonly NewPlace[];
  readonly parcels: readonly Parcel[];
  readonly addresses: readonly Address[];
  readonly settlements: readonly Settlement[];
  readonly boundaries: readonly Boundary[];
}

type Random = () => number;

/**
 * An endless row of requests over all operations on property, to be sent with a token; most hit
 * something, some are wrong.
 */
export function* randomRequests(known: Known, seed: number): Generator<Request> {
  const random = seeded(seed);
  const kinds = [
    () => costRequest(random),
    () => costBatchRequest(random),
    () => placesRequest(known, random),
    () => get('points-of-interest/types/', {}),
    () => get('reconstruction-cost/terms/', { property_type: 'house' }),
    () => zonesRequest(known, random),
    () => comparablesRequest(known, random),
    () => atParcelRequest('buildings/', known, random),
    () => atParcelRequest('grids/', known, random),
    () => walkRequest(known, random),
    () => kaekRequest(known, random),
    () => parcelAtRequest(known, random),
    () => addressRequest(known, random),
    () => reverseRequest(known, random),
    () => suggestRequest(known, random),
    () => batchRequest(known, random),
    () => reportRequest(known, random),
    () => reportBatchRequest(known, random),
    () => tileRequest(known, ['parcels', 'base'], random),
    () => tileRequest(known, ['zones/flood', 'zones/coast'], random),
    () => parcelsInRequest(known, random),
    () => placesInRequest(known, random),
    () => zonesInRequest(known, random),
    () => ({ method: 'GET', url: pick(zoneDescriptions, random) }) as const,
  ];
  for (;;) yield pick(kinds, random)();
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function get(path: string, query: Record<string, string | number>, accept?: string): Request {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  const url = `/api/${path}${text.size > 0 ? `?${text}` : ''}`;
  return { method: 'GET', url, ...(accept && { headers: { accept } }) };
}

function post(path: string, body: unknown): Request {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', url: `/api/${path}`, headers, body: JSON.stringify(body) };
}

function costRequest(random: Random): Request {
  return get('reconstruction-cost/', costQuery(random));
}

/** Up to three costs; the same queries. */
function costBatchRequest(random: Random): Request {
  const requests = Array.from({ length: 1 + Math.floor(random() * 3) }, () => costQuery(random));
  return post('reconstruction-cost/batch/', { requests });
}

function costQuery(random: Random): Record<string, string | number> {
  return {
    postal_code: pick(['10563', '10434', '54622', '85100', '99999', 'x'], random),
    property_type: pick(['apartment', 'house', 'house', 'maisonette', 'office'], random),
    build_area: pick([85, 0.1, random() * 500, random() * 5, '1e3', -1], random),
    ...(random() < 0.8 && { construction_year: Math.floor(1900 + random() * 128) }),
    ...(random() < 0.5 && { explain: 'true' }),
    ...(random() < 0.5 && costTerms(random)),
  };
}

/** Some terms of a cost, of which the data have all but the add-ons. */
function costTerms(random: Random) {
  return {
    ...(random() < 0.2 && {
      valuation_date: pick(['2025-06-30', '2026-06-15', '2020-01-01'], random),
    }),
    ...(random() < 0.2 && { rates: pick(['prefix', 'finest'], random) }),
    ...(random() < 0.2 && { index: 'new' }),
    ...(random() < 0.1 && { addons: 'full' }),
    ...(random() < 0.2 && { quality: pick(['luxury', 'none'], random) }),
    ...(random() < 0.2 && { ageing: pick(['ross', 'straight_line', 'bands'], random) }),
    ...(random() < 0.2 && { sum_insured: Math.floor(random() * 1e6) }),
  };
}

/** A point at something known, or some metres beside it. */
function near({ latitude, longitude }: { latitude: number; longitude: number }, random: Random) {
  const beside = pick([0, 1e-9, 1e-5, 1e-3], random);
  return {
    latitude: latitude + (random() - 0.5) * beside,
    longitude: longitude + (random() - 0.5) * beside,
  };
}

function anywhere(random: Random) {
  return { latitude: random() * 181 - 90.5, longitude: random() * 361 - 180.5 };
}

function placesRequest({ places }: Known, random: Random): Request {
  const point = random() < 0.1 ? anywhere(random) : near(pick(places, random), random);
  return post(`points-of-interest/${pick(['', '?walk=true', '?walk=x'], random)}`, point);
}

/** At a house, which has a way beside it, or at a place. */
function walkRequest({ places, addresses }: Known, random: Random): Request {
  const point = near(random() < 0.5 ? pick(places, random) : pick(addresses, random), random);
  return get('walk/', { ...point, minutes: pick(['5', '15,5,10', '1,60', '61', ''], random) });
}

/** A parcel and one of its corners. */
function cornerOf(parcels: readonly Parcel[], random: Random) {
  const { kaek, geometry } = pick(parcels, random);
  const [longitude, latitude] = pick(polygonsOf(geometry)[0]![0]!, random);
  return { kaek, corner: { latitude, longitude } };
}

/** Around a parcel, with some limits; those of years may contradict each other. */
function comparablesRequest({ parcels }: Known, random: Random): Request {
  const { kaek, corner } = cornerOf(parcels, random);
  return get('comparables/', {
    ...(random() < 0.4 ? { kaek_code: kaek } : corner),
    property_type: pick(['apartment', 'apartment', 'land', 'castle'], random),
    ...(random() < 0.8 && { max_distance_m: Math.floor(random() * 20_000) }),
    ...(random() < 0.3 && { min_area_m2: Math.floor(random() * 100) }),
    ...(random() < 0.2 && { min_year: 1950 + Math.floor(random() * 70) }),
    ...(random() < 0.2 && { max_year: 1950 + Math.floor(random() * 70) }),
    ...(random() < 0.2 && { from: '2020-01-01' }),
    ...(random() < 0.2 && { kind: pick(['asking', 'sold', 'rented'], random) }),
  });
}

/** At a corner of a parcel, beside it, or by its code. */
function atParcelRequest(
  path: 'buildings/' | 'grids/',
  { parcels }: Known,
  random: Random,
): Request {
  const { kaek, corner } = cornerOf(parcels, random);
  const point = random() < 0.05 ? anywhere(random) : near(corner, random);
  return get(path, random() < 0.5 ? { kaek_code: kaek } : point);
}

/** At a corner of a parcel, beside it, within an accuracy, or by its code. */
function zonesRequest({ parcels }: Known, random: Random): Request {
  const { kaek, corner } = cornerOf(parcels, random);
  const point = random() < 0.05 ? anywhere(random) : near(corner, random);
  return get('zones/', {
    ...(random() < 0.3 ? { kaek_code: kaek } : point),
    ...(random() < 0.3 && { accuracy_m: Math.floor(random() * 500) }),
    ...(random() < 0.5 && { kinds: pick(['flood', 'flood,coast', 'nothing'], random) }),
  });
}

const forms = [undefined, 'application/geo+json', 'application/json'];

function srid(random: Random) {
  return random() < 0.4 ? { srid: pick([2100, 4326, 3857], random) } : {};
}

function kaekRequest({ parcels }: Known, random: Random): Request {
  const { kaek } = pick(parcels, random);
  const written = pick(
    [kaek, `${kaek}/0/1`, ` ${kaek.slice(0, 5)}-${kaek.slice(5)}`, '050099999999', 'nonsense', ''],
    random,
  );
  return get(
    'geocoding/kaek-search/',
    { kaek_code: written, ...srid(random), ...(random() < 0.4 && { attributes: 'true' }) },
    pick(forms, random),
  );
}

/** On a corner, on a border, inside, or beside a parcel. */
function parcelAtRequest({ parcels }: Known, random: Random): Request {
  const ring = pick(polygonsOf(pick(parcels, random).geometry), random)[0]!;
  const at = Math.floor(random() * (ring.length - 1));
  const [[ax, ay], [bx, by]] = [ring[at]!, ring[at + 1]!];
  const share = pick([0, 0.5, random()], random);
  const corner = { latitude: ay + (by - ay) * share, longitude: ax + (bx - ax) * share };
  const point = random() < 0.05 ? anywhere(random) : near(corner, random);
  return get('geocoding/parcel-at/', { ...point, ...srid(random) }, pick(forms, random));
}

function addressRequest({ addresses, settlements, boundaries }: Known, random: Random): Request {
  if (random() < 0.3) {
    const { name, otherNames } = pick(settlements, random);
    const address = pick([name, `Μουσείο ${name}`, ...otherNames], random);
    const city = random() < 0.4 && { city: pick(boundaries, random).name };
    return get('geocoding/address-search/', { address, ...city });
  }
  const { street, houseNumber, postalCode } = pick(addresses, random);
  const number = pick([houseNumber ?? '1', String(Math.floor(random() * 30)), ''], random);
  const name = pick([street, street.toLowerCase(), withSlip(street, random)], random);
  return get('geocoding/address-search/', {
    address: `${name} ${number}`.slice(0, 200),
    ...(random() < 0.5 && postalCode && { postal_code: postalCode }),
    ...(random() < 0.3 && { limit: pick([1, 5, 20, 21], random) }),
  });
}

function withSlip(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + text.slice(at + 1);
}

/** At houses, in villages and on the corners of borders. */
function pointRequested(known: Known, random: Random) {
  if (random() < 0.1) return anywhere(random);
  const border = pick(known.boundaries, random);
  const [longitude, latitude] = pick(polygonsOf(border.geometry)[0]![0]!, random);
  const house = pick(known.addresses, random);
  const spots = [house, house, pick(known.settlements, random), { latitude, longitude }];
  return near(pick(spots, random), random);
}

function reverseRequest(known: Known, random: Random): Request {
  return get('geocoding/reverse/', pointRequested(known, random));
}

/** The beginning of a street, of an address, of a KAEK or of a postal code; or both coordinates. */
function suggestRequest(known: Known, random: Random): Request {
  const house = pick(known.addresses, random);
  const { kaek } = pick(known.parcels, random);
  const at = near(house, random);
  const text = pick(
    [
      beginning(house.street, 3, random),
      beginning(pick(known.settlements, random).name, 3, random),
      `${house.street} ${beginning(house.houseNumber ?? '1', 1, random)}`,
      beginning(kaek, 5, random),
      beginning(house.postalCode ?? '10563', 2, random),
      `${at.latitude}, ${at.longitude}`,
      withSlip(house.street, random),
      '',
    ],
    random,
  );
  return get('geocoding/suggest/', {
    text: text.slice(0, 200),
    ...(random() < 0.3 && { limit: pick([1, 6, 10, 11], random) }),
    ...(random() < 0.3 && near(pick(known.addresses, random), random)),
    ...(random() < 0.02 && { latitude: 38 }),
  });
}

/** As many first characters of a text as someone may have typed. */
function beginning(text: string, least: number, random: Random): string {
  return text.slice(0, least + Math.floor(random() * (text.length - least + 1)));
}

/** Up to five entries, of which some are wrong; some lists are empty or no list. */
function batchRequest(known: Known, random: Random): Request {
  const entries = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, i) =>
    random() < 0.2
      ? pointRequested(known, random)
      : batchEntry(pick(known.addresses, random), String(i), random),
  );
  return post('geocoding/batch/', {
    requests: pick<unknown>([entries, entries, entries, entries, [], 'x'], random),
    ...(random() < 0.5 && { limit: pick([1, 5, 20], random) }),
    ...(random() < 0.3 && { min_confidence: random() }),
  });
}

function batchEntry(house: Address, reference: string, random: Random): unknown {
  const address = `${house.street} ${house.houseNumber ?? ''}`.trim().slice(0, 200);
  return pick<unknown>(
    [
      { reference, address },
      { reference, address, ...(house.postalCode && { postal_code: house.postalCode }) },
      { reference, address: withSlip(house.street, random), city: house.municipality },
      { reference, street: house.street, city: house.municipality },
      { reference, ...near(house, random) },
      { reference, address, ...near(house, random) },
      { reference, latitude: house.latitude },
      null,
    ],
    random,
  );
}

/** A tile with a parcel or a place in it, or beside it, at any zoom; some are outside the scheme. */
function tileRequest(
  { parcels, places }: Known,
  names: readonly string[],
  random: Random,
): Request {
  const { corner } = cornerOf(parcels, random);
  const name = pick(names, random);
  const at = name === 'base' ? pick([corner, pick(places, random)], random) : corner;
  const z = pick([0, 6, 9, 12, 13, 14, 15, 16, 16, 17], random);
  const sine = Math.sin((at.latitude * Math.PI) / 180);
  const x = Math.floor((at.longitude / 360 + 0.5) * 2 ** z);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z);
  const beside = pick([0, 0, 0, 1, -1], random);
  return { method: 'GET', url: `/tiles/${name}/${z}/${x + beside}/${y}.mvt` };
}

/** By address, parcel or point; some by two of them, which is wrong. */
function reportRequest(known: Known, random: Random): Request {
  return get('property-report/', reportQuery(known, random));
}

/** Up to three reports; the same queries. */
function reportBatchRequest(known: Known, random: Random): Request {
  const length = 1 + Math.floor(random() * 3);
  const requests = Array.from({ length }, () => reportQuery(known, random));
  return post('property-report/batch/', { requests });
}

function reportQuery(known: Known, random: Random): Record<string, string | number> {
  const { street, houseNumber } = pick(known.addresses, random);
  const way = pick(
    [
      { address: `${street} ${houseNumber ?? ''}`.slice(0, 200) },
      { kaek_code: pick(known.parcels, random).kaek },
      near(pick(known.addresses, random), random),
      { address: street, kaek_code: 'x' },
    ],
    random,
  );
  const building = { property_type: 'house', build_area: 1 + Math.floor(random() * 300) };
  return { ...way, ...(random() < 0.5 && building) };
}

const crs = (random: Random) =>
  random() < 0.3 ? { crs: `http://www.opengis.net/def/crs/EPSG/0/${pick([2100, 9], random)}` } : {};

/** A box of some size around something known, sometimes across the antimeridian. */
function boxNear(point: { latitude: number; longitude: number }, random: Random): string {
  const { latitude, longitude } = near(point, random);
  const size = pick([0, 1e-5, 3e-4, 0.01, 1], random);
  const [west, east] = [longitude - size, longitude + size * random()];
  const sides = random() < 0.1 ? [east, west] : [west, east];
  return [sides[0], latitude - size, sides[1], latitude + size * random()].join();
}

function ogcItems(collection: string, query: Record<string, string | number>): Request {
  const { url, ...request } = get(`collections/${collection}/items`, query);
  return { ...request, url: url.replace('/api/', '/ogc/') };
}

function parcelsInRequest({ parcels }: Known, random: Random): Request {
  const { kaek, corner } = cornerOf(parcels, random);
  return ogcItems('parcels', {
    ...(random() < 0.8 && { bbox: boxNear(corner, random) }),
    ...(random() < 0.4 && { limit: pick([1, 7, 100, 10_000], random) }),
    ...(random() < 0.4 && { after: kaek }),
    ...crs(random),
  });
}

function placesInRequest({ places }: Known, random: Random): Request {
  return ogcItems('places', {
    ...(random() < 0.8 && { bbox: boxNear(pick(places, random), random) }),
    ...(random() < 0.4 && { limit: pick([1, 7, 100, 10_000], random) }),
    ...(random() < 0.4 && { after: Math.floor(random() * places.length) }),
    ...crs(random),
  });
}

const zoneDescriptions = ['/ogc/collections', '/tiles/zones/flood.json', '/tiles/zones/noise.json'];

function zonesInRequest({ parcels }: Known, random: Random): Request {
  const { corner } = cornerOf(parcels, random);
  return ogcItems(pick(['zones-flood', 'zones-flood', 'zones-coast'], random), {
    ...(random() < 0.8 && { bbox: boxNear(corner, random) }),
    ...(random() < 0.4 && { limit: pick([1, 7, 100, 10_000], random) }),
    ...(random() < 0.2 && { after: `${Math.floor(random() * 40)}-${Math.floor(random() * 9)}` }),
    ...crs(random),
  });
}
