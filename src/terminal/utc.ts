/** A moment as text in UTC, to the minute: 2026-06-15 09:00. */
export function utcMinute(moment: string | number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
}

/** The same to the second. */
export function utcSecond(moment: string | number): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}
