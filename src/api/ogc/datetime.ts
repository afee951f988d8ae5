import { invalid } from '../../errors.ts';

/** What `datetime` expects, in words. */
export const datetimeFormat =
  'a date or time such as 2026-06-15T09:00:00Z, or two with / between, of which one may be ..';

const day = String.raw`\d{4}-\d{2}-\d{2}`;
const moment = new RegExp(
  String.raw`^${day}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$`,
  'i',
);

/**
 * Checks the parameter `datetime`. It changes no answer: the standard lets it match all features
 * that have no time (17-069r4, fc-time-response), and ours have none.
 */
export function checkDatetime(text: string | undefined): void {
  if (text === undefined) return;
  const ends = text.split('/');
  const isInterval = ends.length === 2 && ends.some(isMoment);
  const isKnown = isInterval ? ends.every(end => isMoment(end) || isOpen(end)) : isMoment(text);
  if (!isKnown) throw invalid('datetime', datetimeFormat);
  const [start = '', end = ''] = ends;
  if (Date.parse(start) > Date.parse(end)) throw invalid('datetime', 'a start before the end');
}

function isMoment(text: string): boolean {
  return moment.test(text) && !Number.isNaN(Date.parse(text)) && isCalendarDay(text.slice(0, 10));
}

/** Date reads the 30th of February as the 2nd of March. */
function isCalendarDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}

function isOpen(text: string): boolean {
  return text === '' || text === '..';
}
