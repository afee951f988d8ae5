import { type Words, words } from '#tools/notation/languages.ts';
import { terms } from './terms.ts';

/** What is insured, and its sums, in words. */
export const coverageWords = {
  building: words('Κτίριο', 'Building'),
  contents: words('Περιεχόμενο', 'Contents'),
  interruption: words('Διακοπή εργασιών', 'Interruption'),
  property: words('Χωρίς διακοπή εργασιών', 'Without interruption'),
  total: words('Σύνολο', 'Total'),
} as const;

/** How exactly the place of a row is known, in words. */
export const certaintyWords = {
  house: words('Αριθμός, γεωτεμάχιο ή συντεταγμένες', 'House, parcel or coordinates'),
  street: words('Δρόμος', 'Street'),
  postal_code: words('Ταχυδρομικός κώδικας', 'Postal code'),
  town: words('Οικισμός ή δήμος', 'Town or municipality'),
  none: words('Χωρίς βέβαιη θέση', 'No reliable location'),
} as const;

/** Results of zones in words. */
export const zoneResultWords = {
  inside: words('εντός', 'inside'),
  possibly_inside: words('ίσως εντός', 'perhaps inside'),
  partly_inside: words('εν μέρει', 'in part'),
  outside: words('εκτός', 'outside'),
  partly_covered: words('εν μέρει άγνωστο', 'partly unknown'),
  not_covered: words('δεν ελέγχθηκε', 'not checked'),
  coverage_unknown: words('άγνωστο', 'unknown'),
  not_loaded: terms.notLoaded,
  'other zones': words('άλλες ζώνες', 'other zones'),
} as const;

/** How much of a book is known; null is not known. */
interface BookShares {
  readonly of: 'exposure' | 'rows';
  readonly of_total: number;
  readonly located: number | null;
  readonly costed: number | null;
  readonly in_earthquake_zone: number | null;
}

const shareWords = {
  el: {
    of: 'Από',
    insured: 'ασφαλιζόμενα κεφάλαια',
    located: 'θέση έως 25 μ.',
    cost: 'με κόστος',
    noRates: 'χωρίς κόστος: δεν έχουν φορτωθεί τιμές',
    earthquake: 'με ζώνη σεισμού',
    noZones: 'ζώνη σεισμού: δεν ελέγχθηκε',
  },
  en: {
    of: 'Of',
    insured: 'insured',
    located: 'located within 25 m',
    cost: 'with a cost',
    noRates: 'no costs: no rates are loaded',
    earthquake: 'with an earthquake zone',
    noZones: 'earthquake zone: not looked up',
  },
};

/** How much of a book is known, in one line: `Of € 8,945,000 insured: 92.1 % located within 25 m, …`. */
export function sharesLine(
  shares: BookShares,
  language: keyof Words,
  format: {
    euro(value: number): string;
    number(value: number): string;
    percent(share: number): string;
  },
): string {
  const own = shareWords[language];
  const { of, of_total: total, located, costed, in_earthquake_zone } = shares;
  const count = format.number(total);
  const all = of === 'rows' ? rowCount(count)[language] : `${format.euro(total)} ${own.insured}`;
  const part = (share: number | null, name: string, otherwise: string) =>
    share === null ? otherwise : `${format.percent(share)} ${name}`;
  const parts = [
    part(located, own.located, `${own.located}: —`),
    part(costed, own.cost, own.noRates),
    part(in_earthquake_zone, own.earthquake, own.noZones),
  ];
  return `${own.of} ${all}: ${parts.join(', ')}`;
}

/** A source of rates, with the rows that have them. */
interface RateSource {
  readonly source: string;
  readonly valid_from: string;
  readonly is_sample: boolean;
  readonly rows: number;
}

/** Sources of rates for readers. Those that ship have English names of regions: they become one. */
export function rateSources(
  sources: readonly RateSource[],
  language: keyof Words,
): readonly RateSource[] {
  const named = sources.map(one =>
    /^Ktima, illustrative/.test(one.source)
      ? { ...one, source: terms.illustrative[language] }
      : one,
  );
  const groups = Map.groupBy(named, one => [one.source, one.valid_from, one.is_sample].join());
  return [...groups.values()].map(all => {
    return { ...all[0]!, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

/** Rows counted in words. */
export const rowCount = (count: string): Words =>
  count === '1' ? words('1 γραμμή', '1 row') : words(`${count} γραμμές`, `${count} rows`);

/** By which rates costs are computed. */
export const rateWords = {
  prefix: words('των δύο πρώτων ψηφίων του Τ.Κ.', 'of the first two digits of the postal code'),
  finest: words('οι λεπτομερέστερες του τόπου', 'the finest of the place'),
} as const;

/** From which figures rows are left out. */
export const leftOutWords = {
  not_read: words('Γραμμές που δεν διαβάστηκαν, σε κανένα ποσό', 'Rows not read, in no sum'),
  without_cost: words('Γραμμές χωρίς κόστος', 'Rows without a cost'),
  without_place: words('Γραμμές σε κανέναν κύκλο ή χάρτη', 'Rows in no circle and on no map'),
} as const;
