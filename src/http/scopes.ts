/**
 * What a token may be used for. `places`: points of interest, and places in `/ogc/`. `report`: property
 * reports. `portfolio`: portfolios. `zones`: zones. `open`: operations that need no token unless
 * KTIMA_REQUIRE_TOKEN is `all`.
 */
export const scopes = ['places', 'report', 'portfolio', 'zones', 'open'] as const;
export type Scope = (typeof scopes)[number];

/** What each allows, in words. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  places: 'Points of interest, ways on foot, and places in `/ogc/`.',
  report: 'Property reports and comparables.',
  portfolio: 'Portfolios.',
  zones: 'Zones, grids and buildings, in `/ogc/` and as tiles too.',
  open: 'Operations that need no token, unless the operator requires one for all.',
};

/** The scopes that a claim grants: of its words (RFC 6749 §3.3) or its list, those that are ours. */
export function scopesOfClaim(claim: unknown): ReadonlySet<Scope> {
  const words = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return new Set(scopes.filter(scope => words.includes(scope)));
}

/**
 * The value of a claim: by its name, or by a path with dots, such as `realm_access.roles`. A name with
 * dots, such as a URL, comes first. Undefined if the token does not have it.
 */
export function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
