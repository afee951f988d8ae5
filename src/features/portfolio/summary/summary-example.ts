import type { GroupLine, Summary } from './summary-body.ts';

const sum = (rows: number, euro: number) => ({ rows, sum_eur: euro });

/** A flat with 90,000 euro of building and 20,000 of contents, priced and found to the house. */
function group(name: string, rows: 0 | 1): GroupLine {
  const property = sum(rows, rows * 110_000);
  return {
    name,
    rows,
    area_m2: rows * 85,
    rows_with_cost: rows,
    as_new_eur: rows * 96_475,
    rows_with_as_is: rows,
    as_is_eur: rows * 73_713.93,
    exposure: {
      basis: 'sum_insured',
      building: sum(rows, rows * 90_000),
      contents: sum(rows, rows * 20_000),
      interruption: sum(0, 0),
      property,
      total: property,
    },
    exposure_eur: rows * 110_000,
    exposure_rough_eur: 0,
    rows_without_cost: 0,
    exposure_without_cost_eur: 0,
    rows_compared: rows,
    compared_sum_insured_eur: rows * 90_000,
    compared_as_new_eur: rows * 96_475,
  };
}

const certainties = ['house', 'street', 'postal_code', 'town', 'none'] as const;
const position = { latitude: 37.97675, longitude: 23.73226 };
const circle = {
  ...position,
  radius_m: 200,
  line: 2,
  reference: 'A-1',
  exposure: group('', 1).exposure,
  exposure_eur: 110_000,
  exposure_rough_eur: 0,
  rows: 1,
  rows_rough: 0,
  lines: [2],
  largest: [{ ...position, line: 2, reference: 'A-1', exposure_eur: 110_000 }],
};

/** The summary of a file with one flat, for the description of the operation. */
export const summaryExample: Summary = {
  terms: {
    exposure_basis: 'sum_insured',
    accumulate: 'total',
    valuation_date: '2026-11-18',
    rows_with_other_date: 0,
    rates: 'prefix',
    rate_sources: [{ source: 'ours', valid_from: '2026-01-01', is_sample: false, rows: 1 }],
    index: null,
    addons: null,
    ageing: ['ross'],
    dataset: null,
    zones: [],
    program: 'Ktima 2.0.0',
    rows_left_out: [],
  },
  input: 'book.csv',
  output: 'book.enriched.csv',
  date: '2026-11-18',
  language: 'en',
  rows: 1,
  buildings: 1,
  seconds: 0.7,
  columns: { address: 'address', sum_insured: 'sum_insured' },
  notes: [],
  with_position: 1,
  with_parcel: 1,
  with_cost: 1,
  with_problems: 0,
  levels: { house_number: 1 },
  rows_at_shared_point: 0,
  problems: [],
  row_notes: [],
  shares: {
    of: 'exposure',
    of_total: 110_000,
    located: 1,
    costed: 1,
    in_earthquake_zone: null,
    underinsured: 0,
    underinsured_eur: 0,
    comparable_eur: 90_000,
  },
  total: group('', 1),
  repeated: { ...group('', 0), is_left_out: false },
  outliers: { ...group('', 0), is_left_out: false, total_without: group('', 1), largest: [] },
  by_certainty: certainties.map(name => {
    const share = name === 'house' ? 1 : 0;
    return { name, rows: share, exposure_eur: share * 110_000, share };
  }),
  by_zone: [group('10', 1)],
  by_municipality: [group('Αθήνα', 1)],
  by_regional_unit: [group('Κεντρικού Τομέα Αθηνών', 1)],
  by_property_type: [group('apartment', 1)],
  by_age: [group('20-29', 1)],
  by_insured_percent: [group('90-109', 1)],
  circles: [circle],
  map: { cell_degrees: 0.01, cells: [] },
  rows_to_look_at: [],
  rows_to_look_at_count: 0,
  rows_without_place: { rows: 0, exposure_eur: 0, largest: [] },
};
