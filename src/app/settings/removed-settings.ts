/** Settings of earlier releases, each with what to do instead. */
export const removedSettings: ReadonlyMap<string, string> = new Map([
  ['KTIMA_REPORT_KEYS', unsigned()],
  ['KTIMA_REPORT_KEY_SECRET', unsigned()],
  ['KTIMA_REPORT_KEY_SECRET_FILE', unsigned()],
  ['KTIMA_WORKERS', 'for more cores, start more instances behind a proxy (docs/operations.md)'],
]);

function unsigned(): string {
  return 'reports are no longer signed (docs/reports.md); keep the keys to check old ones with 2.0.0';
}
