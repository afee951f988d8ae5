/** An element of well-known text: its keyword, and its values and inner elements in order. */
export interface WktElement {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly (string | number | WktElement)[];
}

/** Real definitions have at most ten levels. */
const deepest = 50;

/** The marks, words and quoted texts of well-known text; brackets may be round too. */
const tokens = /"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g;

/**
 * Parses the first element of a well-known text, in version 1 or 2; undefined if there is none, or
 * if it is nested too deep. Missing brackets at the end are ignored.
 */
export function parseWkt(text: string): WktElement | undefined {
  const found = text.match(tokens) ?? [];
  let at = 0;
  const element = (depth: number): WktElement | undefined => {
    const keyword = found[at]!.toUpperCase();
    at += 2;
    const values: WktElement['values'][number][] = [];
    while (at < found.length && !isClosing(found[at])) {
      if (isOpening(found[at + 1])) {
        const inner = depth < deepest ? element(depth + 1) : undefined;
        if (!inner) return undefined;
        values.push(inner);
      } else if (found[at] !== ',') values.push(readValue(found[at]!));
      at++;
    }
    return { keyword, values };
  };
  return /^\w/.test(found[0] ?? '') && isOpening(found[1]) ? element(0) : undefined;
}

function isOpening(token: string | undefined): boolean {
  return token === '[' || token === '(';
}

function isClosing(token: string | undefined): boolean {
  return token === ']' || token === ')';
}

function readValue(token: string): string | number {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"');
  return Number.isNaN(Number(token)) ? token : Number(token);
}

/** The inner elements with one of some keywords, in order. */
export function innerElements(
  { values }: WktElement,
  ...keywords: readonly string[]
): WktElement[] {
  return values.filter(
    value => typeof value === 'object' && keywords.includes(value.keyword),
  ) as WktElement[];
}

/** The first inner element with one of some keywords. */
export function innerElement(
  element: WktElement | undefined,
  ...keywords: readonly string[]
): WktElement | undefined {
  return element && innerElements(element, ...keywords)[0];
}

/** The first text among the values: the name of nearly every element. */
export function textOf(element: WktElement | undefined): string | undefined {
  return element?.values.find(value => typeof value === 'string');
}

/** The numbers among the values. */
export function numbersOf(element: WktElement | undefined): number[] {
  return element?.values.filter(value => typeof value === 'number') ?? [];
}
