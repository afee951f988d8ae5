import { propertyTypes } from '#domain/property/cost/building.ts';
import { buildCostTable, type CostTable, wholeCountry } from '#domain/property/cost/cost-table.ts';
import { readTable } from '#importing/shipped/shipped-table.ts';
import type { Store } from '#storage/store/store.ts';
import type { Line } from '#tools/terminal/print.ts';

/** The most prefixes of a type that are named. */
const mostNamed = 10;

/** The types that are without a rate in some or all prefixes of postal codes; nothing if none is. */
export async function missingRates(store: Pick<Store, 'readCosts'>): Promise<Line[]> {
  const table = buildCostTable(await store.readCosts());
  const prefixes = new Set(await readTable('costs.csv', cells => cells.text('postal_prefix')));
  const gaps = propertyTypes.flatMap(type => {
    if (hasRate(table, wholeCountry, type)) return [];
    const without = [...prefixes].filter(prefix => !hasRate(table, prefix, type));
    return without.length === 0 ? [] : [{ type, without }];
  });
  const nowhere = gaps.filter(({ without }) => without.length === prefixes.size);
  const partly = gaps.filter(gap => !nowhere.includes(gap));
  if (gaps.length === 0) return [];
  return [
    ...(nowhere.length > 0
      ? [`  no rate of two digits anywhere: ${nowhere.map(({ type }) => type).join(', ')}`]
      : []),
    ...partly.map(({ type, without }) => {
      const more = without.length > mostNamed ? ', …' : '';
      const named = without.slice(0, mostNamed).join(', ') + more;
      return `  ${type}: no rate in ${without.length} of ${prefixes.size} prefixes: ${named}`;
    }),
    '  a line with the prefix * is for the whole country',
  ];
}

type Type = (typeof propertyTypes)[number];

function hasRate({ rates, now }: CostTable, place: string, type: Type): boolean {
  const entries = rates.get(place)?.[type] ?? [];
  return entries.some(({ version }) => now.standing[version] === 'in force');
}
