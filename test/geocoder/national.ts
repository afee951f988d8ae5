import { geocode } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';

/** The whole national gazetteer, as it ships. */
export const rows: GeocoderRows = await readGazetteer();
export const national: GeocoderIndex = buildGeocoder(rows);

/** The results for an address. */
export function find(address: string, hints: { postalCode?: string; city?: string } = {}) {
  return geocode(national, { address, ...hints });
}

/** A result in short: `Σκουφά Νικολάου 24, 10673, Αθήνα`; `-` for none. */
export function brief(result: GeocodeResult | undefined): string {
  if (result === undefined) return '-';
  const { street, house_number, postal_code, locality, municipality } = result.components;
  const line = [street, house_number].filter(part => part !== null).join(' ');
  const place = result.match.level === 'locality' ? locality : null;
  return [line, place, postal_code, municipality].filter(Boolean).join(', ');
}
