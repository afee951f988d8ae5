import type { ComponentChildren } from 'preact';
import type { CostBasis } from '../../../client/src/types.ts';
import { useLocale } from '../language/language.tsx';
import { licenceName } from '../language/source-name.ts';

/** The figures from which the values are computed. */
export function BasisTable({ basis, buildArea }: { basis: CostBasis; buildArea: number }) {
  const { words, format } = useLocale();
  const years = (count: number) => words.cost.years(format.number(count));
  const rows: [string, ComponentChildren][] = [
    [words.cost.rate, format.rate(basis.rate_eur_m2)],
    [words.cost.area, format.area(buildArea)],
    [words.cost.postalPrefix, basis.postal_prefix],
    [words.cost.rateValidFrom, format.day(basis.rate_valid_from)],
    [words.cost.rateSource, licenceName(basis.rate_source, 'costs', words)],
  ];
  if (basis.rate_includes) {
    const included = basis.rate_includes.map(work => words.cost.included[work]);
    rows.push([words.cost.includes, included.join(', ')]);
  }
  if (basis.age_years !== undefined) rows.push([words.cost.age, years(basis.age_years)]);
  if (basis.method) rows.push([words.cost.method, words.cost.methods[basis.method]]);
  if (basis.useful_life_years !== undefined) {
    rows.push([words.cost.usefulLife, years(basis.useful_life_years)]);
  }
  if (basis.residual_share !== undefined) {
    rows.push([words.cost.residual, format.percent(basis.residual_share)]);
  }
  if (basis.remaining_share !== undefined) {
    rows.push([words.cost.remaining, format.percent(basis.remaining_share)]);
  }
  return (
    <table class="basis">
      <caption>{words.cost.basis}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
