import { availableParallelism } from 'node:os';
import { fold } from '#domain/geocoder/text/fold.ts';
import { type PropertyType, propertyTypes } from '#domain/property/cost/building.ts';
import { typeWord } from '#domain/property/cost/type-words.ts';
import { type PlaceType, placeTypes } from '#domain/property/place-types.ts';
import { type Bounds, firstPlausibleYear, mostInsuredRatio } from '#domain/property/plausible.ts';
import { fields } from '#domain/property/usual-names.ts';
import { collectFaults, invalid } from '#tools/errors.ts';
import { encodings } from '#tools/files/chunk-decoder.ts';
import type { Language } from '#tools/notation/languages.ts';
import { checkSrid } from './fields/cell-values.ts';
import type { EnrichRequest } from './run.ts';
import type { PortfolioOptions } from './run-options.ts';

/** The language of messages for callers that ask for none. */
export const defaultLanguage: Language = 'en';

/** The request of `runEnrich` for the options of a run. Throws INVALID_INPUT if one is not valid. */
export function requestOf(
  options: PortfolioOptions,
  input: string,
  output: string,
): Omit<EnrichRequest, 'force'> {
  const { format = 'csv', decimals, parcel = true, min_confidence: minConfidence = 0 } = options;
  const [map, typeWords, placeTypes, encoding, outputEncoding, yearBounds, areaBounds, eurM2] =
    collectFaults(
      () => readColumns(options.columns),
      () => readTypeWords(options.type_words),
      () => readPlaces(options.places),
      () => readEncoding('encoding', options.encoding),
      () => readEncoding('output_encoding', options.output_encoding),
      () => readYears(options.year_range),
      () => readRange('area_range_m2', options.area_range_m2, 'm² such as 5-20000'),
      () =>
        readRange(
          'sum_range_eur_m2',
          options.sum_range_eur_m2,
          'euro for each m² such as 500-4000',
        ),
      () => options.srid !== undefined && checkSrid(options.srid),
    );
  return {
    input,
    output,
    format,
    language: options.language ?? defaultLanguage,
    gzip: false,
    delimiter: undefined,
    map,
    typeWords,
    placeTypes,
    noParcel: !parcel,
    minConfidence,
    areaBounds,
    isStrict: options.years === 'strict',
    dropsRepeated: options.duplicates === 'drop',
    dropsImplausible: options.implausible === 'drop',
    sums: { mostRatio: options.most_insured_ratio ?? mostInsuredRatio, eurM2 },
    yearBounds,
    decimals: decimals && (decimals === 'comma' ? ',' : '.'),
    epsg: options.srid,
    encoding,
    outputEncoding,
    bom: options.bom,
    decimalComma: options.decimal_comma,
    sheet: options.sheet,
    terms: {
      valuationDate: options.valuation_date,
      dataset: options.dataset,
      rates: options.rates,
      index: options.index,
      addons: options.addons,
      ageing: options.ageing,
    },
    accumulate: options.accumulate ?? 'total',
    threads: Math.max(1, Math.floor(availableParallelism() / 4)),
  };
}

/** Columns by field, as `--map` has them. */
function readColumns(text: string | undefined): string[] {
  if (text === undefined) return [];
  const expected = `a JSON object of columns by field, the fields being ${fields.join(', ')}`;
  return readEntries('columns', text, expected).map(([field, column]) => {
    if (!fields.some(one => one === field)) {
      throw invalid('columns', `${expected}; got ${field.slice(0, 40)}`);
    }
    if (column === null) return `${field}=`;
    if (typeof column !== 'string' || column.trim() === '') {
      throw invalid('columns', `the name of a column for ${field}, or null to leave it out`);
    }
    return `${field}=${column}`;
  });
}

/** Words as they are compared, with the type of each. */
function readTypeWords(text: string | undefined): readonly (readonly [string, PropertyType])[] {
  const types = propertyTypes.join(', ');
  const expected = `a JSON object of property types by word, the types being ${types}`;
  if (text === undefined) return [];
  return readEntries('type_words', text, expected).map(([word, named]) => {
    const type = propertyTypes.find(one => one === named);
    if (type) return [typeWord(fold(word)), type];
    throw invalid('type_words', `one of ${types} for ${word.slice(0, 40)}`);
  });
}

function readEntries(name: string, text: string, expected: string): [string, unknown][] {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw invalid(name, expected);
  }
  if (typeof entries === 'object' && entries !== null && !Array.isArray(entries)) {
    return Object.entries(entries);
  }
  throw invalid(name, expected);
}

function readPlaces(list: string | undefined): readonly PlaceType[] {
  if (list === undefined) return [];
  if (list === 'all') return placeTypes;
  return [...new Set(list.split(',').map(name => name.trim()))].map(name => {
    const type = placeTypes.find(one => one === name);
    if (type) return type;
    throw invalid('places', `all, or some of ${placeTypes.join(', ')}; got ${name.slice(0, 40)}`);
  });
}

function readRange(name: string, text: string | undefined, of: string): Bounds | undefined {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? '0-0') ?? [];
  const bounds = { least: Number(from), most: Number(to) };
  if (bounds.least <= bounds.most) return text === undefined ? undefined : bounds;
  throw invalid(name, `two whole numbers of ${of}`);
}

function readEncoding(parameter: string, name: string | undefined) {
  if (name === undefined) return undefined;
  const known = encodings.find(one => one.toLowerCase() === name.toLowerCase());
  if (known) return known;
  throw invalid(parameter, `one of ${encodings.join(', ')}`);
}

function readYears(range = `${firstPlausibleYear}-9999`) {
  const [least, most] = range.split('-').map(Number) as [number, number];
  if (least <= most) return { least, most };
  throw invalid('year_range', 'two years such as 1800-2026, the earlier one first');
}
