const athensDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens' });

/** The calendar date in Athens, as YYYY-MM-DD: what "today" and "this year" mean to a user. */
export function dateInAthens(now: Date): string {
  return athensDate.format(now);
}

/** The calendar year in Athens. */
export function yearInAthens(now: Date): number {
  return Number(dateInAthens(now).slice(0, 4));
}
