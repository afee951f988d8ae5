/** A whole number as JavaScript holds it or, where it cannot exactly, its digits. */
export function exactNumber(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
