/** A quarter without accents and in lower case: its number or Greek letter, and words for it. */
const quarter = /^(?:q|τ)?([1-4αβγδ])[οoη΄'’ʹ´]?(?: ?(?:τριμηνο|τριμ\.?|τρ\.?))?$/;

/**
 * The year and the number of a quarter: `2025-Q2`, `Q2 2025`, `Β΄ τρίμηνο 2025`; or of a quarter alone,
 * whose year stands elsewhere. Undefined for other texts, and if both years differ.
 */
export function readQuarter(text: string, yearBeside?: string): [number, number] | undefined {
  const letters = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const plain = letters.toLowerCase().trim().slice(0, 40);
  const first = /^\d{4}/.exec(plain)?.[0];
  const own = first ?? /\d{4}$/.exec(plain)?.[0];
  const beside = /^(\d{4})(?:[.,]0+)?$/.exec(yearBeside ?? '')?.[1];
  const year = own ?? beside;
  if (year === undefined || (yearBeside !== undefined && beside !== year)) return undefined;
  const rest = own === undefined ? plain : first ? plain.slice(4) : plain.slice(0, -4);
  const sign = quarter.exec(rest.replace(/^[- /]/, '').replace(/[- /]$/, ''))?.[1];
  if (sign === undefined) return undefined;
  return [Number(year), '1234'.indexOf(sign) + 1 || 'αβγδ'.indexOf(sign) + 1];
}
