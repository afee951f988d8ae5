import { fold } from '#domain/geocoder/text/fold.ts';
import { depreciationMethods } from '#domain/property/cost/ageing.ts';
import { type PropertyType, propertyTypes } from '#domain/property/cost/building.ts';
import {
  type AddonLine,
  addonBases,
  type CostFactor,
  factorKinds,
  includedWorks,
} from '#domain/property/cost/cost-table.ts';
import { insuranceRules } from '#domain/property/cost/factors.ts';
import { propertyTypeNamed, typeWord } from '#domain/property/cost/type-words.ts';
import { listOf, usualNames } from '#domain/property/usual-names.ts';
import type { LayerRows } from '#storage/store/store.ts';
import { readQuarter } from '#tools/notation/quarters.ts';
import { otherNamesOf } from './column-fields.ts';
import { type Dataset, Refused } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';

/** The columns of costs: rates, depreciation, factors and values of an index, in the order of an export. */
const costColumns = [
  ...['postal_prefix', 'municipality', 'property_type', 'rate_eur_m2', 'includes'],
  ...['method', 'useful_life_years', 'residual_share'],
  ...['kind', 'name', 'item', 'year', 'quarter', 'type_word', 'value', 'base', 'in_as_is'],
  ...['valid_from', 'source', 'note'],
];

const otherNames = otherNamesOf({
  postal_prefix: [...listOf('Πρώτα ψηφία Τ.Κ., Πρόθεμα Τ.Κ., prefix'), ...usualNames.postal_code],
  municipality: 'Δήμος',
  rate_eur_m2: `
    €/τ.μ., €/m², €/μ², ευρώ/τ.μ., ευρώ ανά τ.μ., Τιμή/τ.μ., Τιμή ανά τ.μ., Κόστος/τ.μ.,
    Κόστος ανά τ.μ., Κόστος (€/τ.μ.), Τιμή (€/τ.μ.), eur/m2, rate`,
  includes: 'Περιλαμβάνει',
  method: 'Μέθοδος, Μέθοδος απομείωσης',
  useful_life_years: 'Ωφέλιμη ζωή, Ωφέλιμη ζωή (έτη), Διάρκεια ζωής',
  residual_share: 'Ελάχιστο ποσοστό αξίας',
  name: 'Όνομα, Ονομασία',
  year: 'Έτος',
  quarter: 'Τρίμηνο, Περίοδος',
  value: 'Τιμή, Αξία, Δείκτης',
  base: 'Βάση',
  valid_from: 'Από, Ισχύει από, Ισχύς από, Ημερομηνία ισχύος, Έναρξη ισχύος',
  source: 'Πηγή, Προέλευση',
  note: 'Σημείωση, Σημειώσεις, Παρατηρήσεις',
});

/** The official name of a municipality by a folded name of it; undefined if it is not known. */
export type OfficialName = (folded: string) => string | undefined;

/** The rows of the cost data. The filled cells of a row show what it is, so one file may hold all. */
export function costDataset(officialName: OfficialName): Dataset<'costs'> {
  return {
    layer: 'costs',
    columns: costColumns,
    otherNames,
    hasSeveralTables: true,
    open(reader, options, note = () => {}) {
      const fieldsOf = openFields(reader, options, otherNames);
      let order = 0;
      return feature => {
        const fields = fieldsOf(feature);
        order++;
        if (isUnfilled(fields)) {
          note('lines without a figure, which are left out', 'rate_eur_m2 is empty');
          return undefined;
        }
        const row = toRow[kindOfRow(fields)](fields, officialName);
        const isLine = 'kind' in row && row.kind === 'addon' && fields.textOrNull('base') !== null;
        return isLine ? { ...row, line: lineOf(fields, order) } : row;
      };
    },
  };
}

/** The column that only rows of one kind fill. */
const tellingColumns = ['rate_eur_m2', 'method', 'quarter', 'type_word', 'kind'] as const;
type TellingColumn = (typeof tellingColumns)[number];

/** Whether a line of a form of rates has no figure. */
function isUnfilled(fields: Fields): boolean {
  return (
    fields.has('rate_eur_m2') && tellingColumns.every(column => fields.textOrNull(column) === null)
  );
}

const toRow: Readonly<
  Record<TellingColumn, (fields: Fields, officialName: OfficialName) => LayerRows['costs']>
> = {
  rate_eur_m2: toRate,
  method: toAgeing,
  quarter: toIndexValue,
  type_word: toTypeWord,
  kind: toFactor,
};

function kindOfRow(fields: Fields): TellingColumn {
  return (
    tellingColumns.find(column => fields.textOrNull(column) !== null) ??
    tellingColumns.find(column => fields.has(column)) ??
    'rate_eur_m2'
  );
}

function toRate(fields: Fields, officialName: OfficialName): LayerRows['costs'] {
  const place = fields.has('municipality') ? [] : ['postal_prefix'];
  fields.need([...place, 'property_type', 'rate_eur_m2', 'valid_from', 'source']);
  const includes = includesOf(fields);
  return {
    postalPrefix: placeOf(fields, officialName),
    propertyType: typeOf(fields),
    // No building costs less than 10 €/m²: a thousands separator read as a decimal point is caught here.
    rateEurM2: fields.number('rate_eur_m2', 10, 1_000_000),
    validFrom: fields.day('valid_from'),
    source: fields.text('source'),
    ...(includes.length > 0 && { includes }),
    ...noteOf(fields),
  };
}

/** Two to five digits, or a municipality instead of them, or `*`. */
function placeOf(fields: Fields, officialName: OfficialName): string {
  const municipality = fields.textOrNull('municipality');
  if (municipality === null) {
    const prefix = /^(?:[0-9]{2,5}|[0-9]{3} [0-9]{2}|\*)$/;
    const expected = 'two digits, or up to five, or * for the whole country';
    return fields.matching('postal_prefix', prefix, expected).replace(' ', '');
  }
  const prefix = fields.textOrNull('postal_prefix');
  if (prefix !== null) throw new Refused('postal_prefix', 'nothing beside municipality', prefix);
  const official = officialName(fold(municipality).replace(/^δημοσ\s+/, ''));
  if (official !== undefined) return official;
  throw new Refused('municipality', 'the name of a municipality', municipality);
}

function includesOf(fields: Fields) {
  const words = fields.textOrNull('includes')?.split(/[;,+]/) ?? [];
  return words.map(word => {
    const found = includedWorks.find(one => one === word.trim().toLowerCase());
    if (found) return found;
    throw new Refused('includes', `words of ${includedWorks.join(', ')}`, word);
  });
}

function toAgeing(fields: Fields): LayerRows['costs'] {
  fields.need(['property_type', 'method', 'useful_life_years', 'residual_share']);
  return {
    propertyType: typeOf(fields),
    method: fields.oneOf('method', depreciationMethods),
    usefulLifeYears: fields.number('useful_life_years', 1, 1_000),
    residualShare: fields.number('residual_share', 0, 1),
  };
}

/** Kinds that a file names itself; the others have a column of their own. */
const namedKinds = factorKinds.filter(kind => kind !== 'index' && kind !== 'type_word');

const valueBounds: Readonly<Record<(typeof namedKinds)[number], readonly [number, number]>> = {
  addon: [0, 300],
  age_band: [0, 1],
  condition: [0, 100],
  quality: [0.1, 10],
  insurance: [0, 1_000_000],
};

function toFactor(fields: Fields): CostFactor {
  const kind = fields.oneOf('kind', namedKinds);
  fields.need(['name', 'item', 'value', 'valid_from', 'source']);
  return {
    kind,
    name: shortText(fields, 'name'),
    item: itemOf(fields, kind),
    propertyType: fields.textOrNull('property_type') === null ? '' : typeOf(fields),
    value: fields.number('value', ...valueBounds[kind]),
    validFrom: fields.day('valid_from'),
    source: fields.text('source'),
    ...noteOf(fields),
  };
}

/** The place of an add-on in the sum: the lines of a file are in its order. */
function lineOf(fields: Fields, order: number): AddonLine {
  const base = fields.oneOf('base', addonBases);
  const answer = fields.textOrNull('in_as_is') === null ? 'yes' : fields.oneOf('in_as_is', yesNo);
  return { order, base, isInAsIs: answer === 'yes' };
}

const yesNo = ['yes', 'no'] as const;

function itemOf(fields: Fields, kind: CostFactor['kind']): string {
  if (kind === 'insurance') return fields.oneOf('item', insuranceRules);
  if (kind !== 'age_band') return shortText(fields, 'item');
  return fields.matching(
    'item',
    /^(?:0|[1-9][0-9]{0,2})$/,
    'the first age of the band in whole years',
  );
}

function shortText(fields: Fields, field: string): string {
  return fields.matching(field, /^[^\p{Cc}]{1,64}$/u, '1 to 64 characters');
}

function toIndexValue(fields: Fields): CostFactor {
  fields.need(['name', 'value', 'source']);
  const text = fields.text('quarter');
  const [of, number] =
    readQuarter(text, fields.textOrNull('year') ?? undefined) ??
    refuse(
      'quarter',
      'a quarter such as 2025-Q2 or Β΄ τρίμηνο 2025, or a column year beside it',
      text,
    );
  return {
    kind: 'index',
    name: shortText(fields, 'name'),
    item: `${of}-Q${number}`,
    propertyType: '',
    value: fields.number('value', 0.001, 1_000_000),
    validFrom: `${of}-${String(3 * number - 2).padStart(2, '0')}-01`,
    source: fields.text('source'),
    ...noteOf(fields),
  };
}

/** A word that portfolios have for a property type. */
function toTypeWord(fields: Fields): CostFactor {
  return {
    kind: 'type_word',
    name: 'types',
    item: typeWord(fold(shortText(fields, 'type_word'))),
    propertyType: typeOf(fields),
    value: 0,
    validFrom: '1900-01-01',
    source: fields.textOrNull('source') ?? '',
    ...noteOf(fields),
  };
}

function refuse(field: string, expected: string, got: string): never {
  throw new Refused(field, expected, got);
}

function noteOf(fields: Fields): { note?: string } {
  const note = fields.textOrNull('note');
  return note === null ? {} : { note };
}

/** The types of the API, or their usual names in Greek and English, as in a portfolio. */
function typeOf(fields: Fields): PropertyType {
  const named = propertyTypeNamed(fold(fields.text('property_type')));
  return named ?? fields.oneOf('property_type', propertyTypes);
}
