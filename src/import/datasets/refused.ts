/** Thrown to refuse a row: the field, what was expected and what was found. */
export class Refused extends Error {
  readonly field: string;
  /** The message without the value found, so that similar rows are counted together. */
  readonly reason: string;

  constructor(field: string, expected: string, got?: unknown) {
    const reason = `${field}: expected ${expected}`;
    super(got === undefined ? reason : `${reason}, got ${shown(got)}`);
    this.name = 'Refused';
    this.field = field;
    this.reason = reason;
  }
}

/** The expectation for a position that lies in Greece if its coordinates are swapped. */
export const expectedUnswapped = 'a place in Greece; the two coordinates are swapped';

function shown(value: unknown): string {
  const text = asText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'something nested too deep to show';
  }
}
