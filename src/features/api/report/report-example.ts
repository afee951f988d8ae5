import { pointExample } from '../addresses/address-answer.ts';
import { exampleAttributes, exampleParcel } from '../property/parcel-answer.ts';

/** A report from the sample data, shortened to one place and two sources. */
export const reportExample = {
  query: {
    address: null,
    kaek_code: '050099901001',
    latitude: null,
    longitude: null,
    property_type: 'apartment',
    build_area: 85,
    construction_year: 1998,
  },
  position: { latitude: 37.9869157, longitude: 23.7362293, from: 'parcel' },
  location: {
    ...pointExample,
    match: { ...pointExample.match, confidence: 0.424 },
    distance_m: 184.54,
  },
  parcel: { ...exampleParcel, attributes: exampleAttributes, source: 'sample' },
  cost: {
    reconstruction_cost: { as_new: 89250, as_is: 68164.69 },
    basis: {
      rate_eur_m2: 1050,
      rate_valid_from: '2026-01-01',
      rate_source: 'Ktima, illustrative: Athens, centre',
      postal_prefix: '10',
      rate_includes: ['works'],
      rate_note:
        'structure and finishes; a round figure near published levels of 2025, not a quotation',
      sample_data: true,
      valuation_date: '2026-11-15',
      dataset: '2026-11-15T09:00:00.000Z-5f0c1d2e3a4b',
      age_years: 28,
      method: 'ross',
      useful_life_years: 80,
      residual_share: 0.2,
      remaining_share: 0.76375,
    },
  },
  neighbourhood: [
    {
      id: 367,
      external_id: 'sample/park-strefi-hill',
      name_en: 'Strefi Hill',
      name_gr: 'Λόφος Στρέφη',
      place_category: 'leisure=park',
      place_type: 'park',
      latitude: 37.9879,
      longitude: 23.737,
      distance: 128.53,
    },
  ],
  missing: [],
  sources: [
    {
      layer: 'parcels',
      source: 'sample',
      licence: 'invented: no real parcel',
      loaded_at: '2026-11-15T09:00:00.000Z',
    },
    {
      layer: 'places',
      source: 'sample',
      licence: '© OpenStreetMap contributors, ODbL 1.0',
      loaded_at: '2026-11-15T09:00:00.000Z',
    },
  ],
  year: 2026,
  generated_at: '2026-11-15T10:30:00.000Z',
};
