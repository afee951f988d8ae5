import type { PortfolioRow } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import type { Sort } from './use-row-pages.ts';

/** A column of the table of rows. */
export interface Column {
  readonly name: string;
  readonly label: string;
  readonly sort?: Sort;
  readonly isFigure?: boolean;
  text(row: PortfolioRow): string;
}

/** The columns that are hidden at first. */
export const usuallyHidden = ['area', 'year', 'level', 'as_is'];

/** The columns that can be hidden. */
export function useColumns(): Column[] {
  const { own, format, words } = usePortfolioWords();
  const euro = (value: number | null) => (value === null ? '' : format.number(Math.round(value)));
  const named = (names: Readonly<Record<string, string>>, name: string | null) =>
    name === null ? '' : (names[name] ?? name);
  return [
    { name: 'reference', label: own.reference, text: row => row.reference ?? '' },
    { name: 'address', label: own.fields.address!, text: row => row.address ?? '' },
    { name: 'problem', label: own.kind, text: row => own.inWords(row.problem) },
    { name: 'type', label: own.type, text: row => named(words.cost.types, row.property_type) },
    {
      ...{ name: 'area', label: own.fields.build_area!, sort: 'area', isFigure: true },
      text: row => (row.area_m2 === null ? '' : format.area(row.area_m2)),
    },
    {
      ...{ name: 'year', label: own.year, isFigure: true },
      text: row => (row.construction_year === null ? '' : String(row.construction_year)),
    },
    { name: 'level', label: own.levelShort, text: row => named(own.levels, row.level) },
    {
      ...{ name: 'as_new', label: `${own.asNew} (€)`, sort: 'as_new', isFigure: true },
      text: row => euro(row.as_new_eur),
    },
    { name: 'as_is', label: `${own.asIs} (€)`, isFigure: true, text: row => euro(row.as_is_eur) },
    {
      ...{ name: 'insured', label: `${own.insured} (€)`, sort: 'sum_insured', isFigure: true },
      text: row => euro(row.sum_insured_eur),
    },
    {
      ...{ name: 'ratio', label: own.ratio, sort: 'ratio', isFigure: true },
      text: row => (row.insured_ratio === null ? '' : format.percent(row.insured_ratio)),
    },
  ];
}
