// Swedish writes YYYY-MM-DD, in every browser too.
const athensDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' });

const minuteMs = 60_000;
let knownMinute = Number.NaN;
let knownDate = '';

/**
 * The calendar date in Athens, as YYYY-MM-DD: what "today" and "this year" mean to a user.
 * Asked with every request, so the last minute's answer is kept: a date changes at full minutes.
 */
export function dateInAthens(now: Date): string {
  const minute = Math.floor(now.getTime() / minuteMs);
  if (minute !== knownMinute) {
    knownDate = athensDate.format(now);
    knownMinute = minute;
  }
  return knownDate;
}
