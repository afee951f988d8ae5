/** Settings of earlier releases, each with what to do instead. */
export const removedSettings: ReadonlyMap<string, string> = new Map([
  ['KTIMA_ANONYMOUS_DAY', 'KTIMA_ANONYMOUS_MINUTE limits requests without a token'],
  ['KTIMA_OIDC_SESSION_SECONDS', 'sessions of single sign-on last twelve hours'],
  ['KTIMA_PORTFOLIO_QUEUE', '100 portfolios may wait or run'],
  ['KTIMA_PORTFOLIO_USER_MB', 'a user has half of KTIMA_PORTFOLIO_DISK_MB'],
  ['KTIMA_PORTFOLIO_USER_QUEUE', '10 portfolios of one user may wait or run'],
  ['KTIMA_REPORT_KEYS', unsigned()],
  ['KTIMA_REPORT_KEY_SECRET', unsigned()],
  ['KTIMA_REPORT_KEY_SECRET_FILE', unsigned()],
  ['KTIMA_WORKERS', 'for more cores, start more instances behind a proxy (docs/operations.md)'],
]);

function unsigned(): string {
  return 'reports are no longer signed (docs/reports.md); keep the keys to check old ones with 2.0.0';
}
