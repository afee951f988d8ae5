// The Swedish locale formats dates as YYYY-MM-DD, in browsers too.
const athensDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' });

const minuteMs = 60_000;
let knownMinute = Number.NaN;
let knownDate = '';

/**
 * The date in Athens as YYYY-MM-DD, for "today" and "this year". Cached per minute, because every
 * request needs it and a date changes only at a full minute.
 */
export function dateInAthens(now: Date): string {
  const minute = Math.floor(now.getTime() / minuteMs);
  if (minute !== knownMinute) {
    knownDate = athensDate.format(now);
    knownMinute = minute;
  }
  return knownDate;
}
