/**
 * Whether two words differ by one letter wrong, missing or too many, or by two swapped neighbours
 * (Damerau-Levenshtein distance at most 1).
 */
export function isOneSlipAway(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const restA = a.slice(head, a.length - tail);
  const restB = b.slice(head, b.length - tail);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
