/** An integer as a number, or as its digits if a JavaScript number is not exact. */
export function exactNumber(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
