import type { operations as ApiOperations } from './api-types.ts';
import type { operations as AuthOperations } from './auth-types.ts';
import type { CallOptions } from './call.ts';

/** Left out: GIS and map programs call these by their standards. */
type ForGis = `ogc${string}` | `${string}Tile` | `${string}TileJson`;

/** The operations of both hosts; what both have is prefixed on the second. */
type Described = Omit<ApiOperations, ForGis> &
  Omit<AuthOperations, 'health' | 'readiness'> & {
    readonly authHealth: AuthOperations['health'];
    readonly authReadiness: AuthOperations['readiness'];
  };

export type OperationName = keyof Described;

export interface Route {
  readonly host: 'api' | 'auth';
  readonly method: 'GET' | 'POST';
  /** A parameter in it is `{name}`, and is a field of the input. */
  readonly path: string;
  readonly input: 'query' | 'json' | 'form' | 'none';
  readonly needsToken: boolean;
  /** Whether the browser sends and stores the cookie of the session. */
  readonly withCookie?: true;
}

const queryRoute = { host: 'api', method: 'GET', input: 'query', needsToken: false } as const;
const formRoute = { host: 'auth', method: 'POST', input: 'form', needsToken: false } as const;
const jsonRoute = { host: 'api', method: 'POST', input: 'json', needsToken: false } as const;
const noInputRoute = { host: 'api', method: 'GET', input: 'none', needsToken: false } as const;
const cookieRoute = { ...noInputRoute, host: 'auth', method: 'POST', withCookie: true } as const;

/** Path and input of each operation. A test compares them with the descriptions. */
export const operations: Readonly<Record<OperationName, Route>> = {
  reconstructionCost: { ...queryRoute, path: '/api/reconstruction-cost/' },
  pointsOfInterest: { ...jsonRoute, path: '/api/points-of-interest/', needsToken: true },
  pointOfInterestTypes: { ...noInputRoute, path: '/api/points-of-interest/types/' },
  propertyReport: { ...queryRoute, path: '/api/property-report/', needsToken: true },
  kaekSearch: { ...queryRoute, path: '/api/geocoding/kaek-search/' },
  parcelAt: { ...queryRoute, path: '/api/geocoding/parcel-at/' },
  addressSearch: { ...queryRoute, path: '/api/geocoding/address-search/' },
  addressBatch: { ...jsonRoute, path: '/api/geocoding/batch/' },
  reverse: { ...queryRoute, path: '/api/geocoding/reverse/' },
  suggest: { ...queryRoute, path: '/api/geocoding/suggest/' },
  health: { ...noInputRoute, path: '/healthz' },
  readiness: { ...noInputRoute, path: '/readyz' },
  consoleSettings: { ...noInputRoute, path: '/console.json' },
  login: { ...formRoute, path: '/auth/otp/login' },
  refresh: { ...formRoute, path: '/auth/token/refresh' },
  logout: { ...formRoute, path: '/auth/logout' },
  startSession: { ...formRoute, path: '/auth/session', withCookie: true },
  refreshSession: { ...cookieRoute, path: '/auth/session/refresh' },
  endSession: { ...cookieRoute, path: '/auth/session/logout' },
  endedSessions: { ...queryRoute, host: 'auth', path: '/auth/ended-sessions' },
  jwks: { ...noInputRoute, host: 'auth', path: '/.well-known/jwks.json' },
  authHealth: { ...noInputRoute, host: 'auth', path: '/healthz' },
  authReadiness: { ...noInputRoute, host: 'auth', path: '/readyz' },
};

/** Optional fields may also be undefined, which is convenient when an input is built. */
type Lenient<Fields> = {
  [Name in keyof Fields]: Fields[Name] | (object extends Pick<Fields, Name> ? undefined : never);
};

/** The fields of the body, or of the query if there is no body. */
type Sent<Operation> = Operation extends { readonly requestBody: { readonly content: infer C } }
  ? C[keyof C]
  : Operation extends { readonly parameters: { readonly query?: infer Q } }
    ? Exclude<Q, undefined>
    : never;

type InPath<Operation> = Operation extends { readonly parameters: { readonly path: infer P } }
  ? P
  : never;

/** The fields of an operation, those in its path included; `never` if it has none. */
export type RawInput<Operation> = [Sent<Operation>] extends [never]
  ? InPath<Operation>
  : [InPath<Operation>] extends [never]
    ? Sent<Operation>
    : Sent<Operation> & InPath<Operation>;

type RawAnswer<Operation> = Operation extends {
  readonly responses: { readonly 200: { content: { readonly 'application/json': infer Body } } };
}
  ? Body
  : undefined;

/** The input of an operation; `never` if it has none. */
export type Input<Name extends OperationName> =
  RawInput<Described[Name]> extends infer Fields ? Lenient<Fields> : never;

/** The response of an operation; undefined if it has no body. */
export type Answer<Name extends OperationName> = RawAnswer<Described[Name]>;

/** Every operation as a call. */
export type Calls = {
  readonly [Name in keyof Described]: [RawInput<Described[Name]>] extends [never]
    ? (options?: CallOptions) => Promise<Answer<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>;
};
