// Made by `npm run openapi`: change the routes instead.
import type { operations as Api } from './api-types.ts';
import type { operations as Auth } from './auth-types.ts';

/** The operations of both hosts. */
export interface Described {
  /** Calculate reconstruction cost. */
  readonly reconstructionCost: Api['reconstructionCost'];
  /** Calculate many reconstruction costs. */
  readonly reconstructionCostBatch: Api['reconstructionCostBatch'];
  /** List the loaded terms of a cost. */
  readonly reconstructionCostTerms: Api['reconstructionCostTerms'];
  /** List points of interest near a coordinate. */
  readonly pointsOfInterest: Api['pointsOfInterest'];
  /** List the types of places. */
  readonly pointOfInterestTypes: Api['pointOfInterestTypes'];
  /** Show what is reached on foot. */
  readonly walk: Api['walk'];
  /** Report on a property. */
  readonly propertyReport: Api['propertyReport'];
  /** Public keys of signed reports. */
  readonly reportKeys: Api['reportKeys'];
  /** Find the zones at a place. */
  readonly zones: Api['zones'];
  /** Find elevation and other values at a place. */
  readonly grids: Api['grids'];
  /** Find comparable properties with their prices. */
  readonly comparables: Api['comparables'];
  /** Find the buildings on a parcel. */
  readonly buildings: Api['buildings'];
  /** Report on many properties. */
  readonly propertyReportBatch: Api['propertyReportBatch'];
  /** Own portfolios. */
  readonly portfolios: Api['portfolios'];
  /** Send a portfolio. */
  readonly sendPortfolio: Api['sendPortfolio'];
  /** State of a portfolio. */
  readonly portfolio: Api['portfolio'];
  /** Cancel and remove a portfolio. */
  readonly deletePortfolio: Api['deletePortfolio'];
  /** Result of a portfolio. */
  readonly portfolioResult: Api['portfolioResult'];
  /** Summary of a portfolio. */
  readonly portfolioSummary: Api['portfolioSummary'];
  /** Rows of a portfolio. */
  readonly portfolioRows: Api['portfolioRows'];
  /** Correct rows of a portfolio. */
  readonly correctPortfolioRows: Api['correctPortfolioRows'];
  /** Run a portfolio again. */
  readonly runPortfolioAgain: Api['runPortfolioAgain'];
  /** Search a parcel by KAEK code. */
  readonly kaekSearch: Api['kaekSearch'];
  /** Find the parcel under a point. */
  readonly parcelAt: Api['parcelAt'];
  /** Geocode an address. */
  readonly addressSearch: Api['addressSearch'];
  /** Geocode many addresses or points. */
  readonly addressBatch: Api['addressBatch'];
  /** Find the address of a point. */
  readonly reverse: Api['reverse'];
  /** Complete an address that is being typed. */
  readonly suggest: Api['suggest'];
  /** See the own usage and quotas. */
  readonly usage: Api['usage'];
  /** Alive. */
  readonly health: Api['health'];
  /** Ready. */
  readonly readiness: Api['readiness'];
  /** Settings of the console. */
  readonly consoleSettings: Api['consoleSettings'];
  /** Log in. */
  readonly login: Auth['login'];
  /** Refresh. */
  readonly refresh: Auth['refresh'];
  /** Log out. */
  readonly logout: Auth['logout'];
  /** Token for a program. */
  readonly token: Auth['token'];
  /** Revoke a token of a program. */
  readonly revoke: Auth['revoke'];
  /** Log in, with a cookie. */
  readonly startSession: Auth['startSession'];
  /** Refresh, with a cookie. */
  readonly refreshSession: Auth['refreshSession'];
  /** Log out, with a cookie. */
  readonly endSession: Auth['endSession'];
  /** Sign in at an identity provider. */
  readonly startSignOn: Auth['startSignOn'];
  /** Ended sessions. */
  readonly endedSessions: Auth['endedSessions'];
  /** Metadata for OAuth 2.0 clients. */
  readonly authorizationServer: Auth['authorizationServer'];
  /** Public keys. */
  readonly jwks: Auth['jwks'];
  /** Alive. */
  readonly authHealth: Auth['health'];
  /** Ready. */
  readonly authReadiness: Auth['readiness'];
}

export type OperationName = keyof Described;

export interface Route {
  readonly host: 'api' | 'auth';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A parameter in it is `{name}`, and is a field of the input. */
  readonly path: string;
  readonly input: 'query' | 'json' | 'form' | 'urlencoded' | 'file' | 'none';
  /** The fields that are sent in the query, although there is a body. */
  readonly besideBody?: readonly string[];
  readonly needsToken: boolean;
  /** Whether the response is a file. */
  readonly isFile?: true;
  /** Whether the browser sends and stores the cookie of the session. */
  readonly withCookie?: true;
}

/** Path and input of each operation. */
export const operations: Readonly<Record<OperationName, Route>> = {
  reconstructionCost: {
    host: 'api',
    method: 'GET',
    path: '/api/reconstruction-cost/',
    input: 'query',
    needsToken: false,
  },
  reconstructionCostBatch: {
    host: 'api',
    method: 'POST',
    path: '/api/reconstruction-cost/batch/',
    input: 'json',
    needsToken: false,
  },
  reconstructionCostTerms: {
    host: 'api',
    method: 'GET',
    path: '/api/reconstruction-cost/terms/',
    input: 'query',
    needsToken: false,
  },
  pointsOfInterest: {
    host: 'api',
    method: 'POST',
    path: '/api/points-of-interest/',
    input: 'json',
    besideBody: ['walk'],
    needsToken: true,
  },
  pointOfInterestTypes: {
    host: 'api',
    method: 'GET',
    path: '/api/points-of-interest/types/',
    input: 'none',
    needsToken: false,
  },
  walk: {
    host: 'api',
    method: 'GET',
    path: '/api/walk/',
    input: 'query',
    needsToken: true,
  },
  propertyReport: {
    host: 'api',
    method: 'GET',
    path: '/api/property-report/',
    input: 'query',
    needsToken: true,
  },
  reportKeys: {
    host: 'api',
    method: 'GET',
    path: '/.well-known/ktima-report-keys.json',
    input: 'none',
    needsToken: false,
  },
  zones: {
    host: 'api',
    method: 'GET',
    path: '/api/zones/',
    input: 'query',
    needsToken: true,
  },
  grids: {
    host: 'api',
    method: 'GET',
    path: '/api/grids/',
    input: 'query',
    needsToken: true,
  },
  comparables: {
    host: 'api',
    method: 'GET',
    path: '/api/comparables/',
    input: 'query',
    needsToken: true,
  },
  buildings: {
    host: 'api',
    method: 'GET',
    path: '/api/buildings/',
    input: 'query',
    needsToken: true,
  },
  propertyReportBatch: {
    host: 'api',
    method: 'POST',
    path: '/api/property-report/batch/',
    input: 'json',
    needsToken: true,
  },
  portfolios: {
    host: 'api',
    method: 'GET',
    path: '/api/portfolios/',
    input: 'none',
    needsToken: true,
  },
  sendPortfolio: {
    host: 'api',
    method: 'POST',
    path: '/api/portfolios/',
    input: 'file',
    needsToken: true,
  },
  portfolio: {
    host: 'api',
    method: 'GET',
    path: '/api/portfolios/{id}/',
    input: 'query',
    needsToken: true,
  },
  deletePortfolio: {
    host: 'api',
    method: 'DELETE',
    path: '/api/portfolios/{id}/',
    input: 'query',
    needsToken: true,
  },
  portfolioResult: {
    host: 'api',
    method: 'GET',
    path: '/api/portfolios/{id}/result/',
    input: 'query',
    needsToken: true,
    isFile: true,
  },
  portfolioSummary: {
    host: 'api',
    method: 'GET',
    path: '/api/portfolios/{id}/summary/',
    input: 'query',
    needsToken: true,
    isFile: true,
  },
  portfolioRows: {
    host: 'api',
    method: 'GET',
    path: '/api/portfolios/{id}/rows/',
    input: 'query',
    needsToken: true,
  },
  correctPortfolioRows: {
    host: 'api',
    method: 'PATCH',
    path: '/api/portfolios/{id}/rows/',
    input: 'json',
    needsToken: true,
  },
  runPortfolioAgain: {
    host: 'api',
    method: 'POST',
    path: '/api/portfolios/{id}/run/',
    input: 'json',
    needsToken: true,
  },
  kaekSearch: {
    host: 'api',
    method: 'GET',
    path: '/api/geocoding/kaek-search/',
    input: 'query',
    needsToken: false,
  },
  parcelAt: {
    host: 'api',
    method: 'GET',
    path: '/api/geocoding/parcel-at/',
    input: 'query',
    needsToken: false,
  },
  addressSearch: {
    host: 'api',
    method: 'GET',
    path: '/api/geocoding/address-search/',
    input: 'query',
    needsToken: false,
  },
  addressBatch: {
    host: 'api',
    method: 'POST',
    path: '/api/geocoding/batch/',
    input: 'json',
    needsToken: false,
  },
  reverse: {
    host: 'api',
    method: 'GET',
    path: '/api/geocoding/reverse/',
    input: 'query',
    needsToken: false,
  },
  suggest: {
    host: 'api',
    method: 'GET',
    path: '/api/geocoding/suggest/',
    input: 'query',
    needsToken: false,
  },
  usage: {
    host: 'api',
    method: 'GET',
    path: '/api/usage/',
    input: 'query',
    needsToken: true,
  },
  health: {
    host: 'api',
    method: 'GET',
    path: '/healthz',
    input: 'none',
    needsToken: false,
  },
  readiness: {
    host: 'api',
    method: 'GET',
    path: '/readyz',
    input: 'none',
    needsToken: false,
  },
  consoleSettings: {
    host: 'api',
    method: 'GET',
    path: '/console.json',
    input: 'none',
    needsToken: false,
  },
  login: {
    host: 'auth',
    method: 'POST',
    path: '/auth/otp/login',
    input: 'form',
    needsToken: false,
  },
  refresh: {
    host: 'auth',
    method: 'POST',
    path: '/auth/token/refresh',
    input: 'form',
    needsToken: false,
  },
  logout: {
    host: 'auth',
    method: 'POST',
    path: '/auth/logout',
    input: 'form',
    needsToken: false,
  },
  token: {
    host: 'auth',
    method: 'POST',
    path: '/auth/token',
    input: 'urlencoded',
    needsToken: false,
  },
  revoke: {
    host: 'auth',
    method: 'POST',
    path: '/auth/revoke',
    input: 'urlencoded',
    needsToken: false,
  },
  startSession: {
    host: 'auth',
    method: 'POST',
    path: '/auth/session',
    input: 'form',
    needsToken: false,
    withCookie: true,
  },
  refreshSession: {
    host: 'auth',
    method: 'POST',
    path: '/auth/session/refresh',
    input: 'none',
    needsToken: false,
    withCookie: true,
  },
  endSession: {
    host: 'auth',
    method: 'POST',
    path: '/auth/session/logout',
    input: 'none',
    needsToken: false,
    withCookie: true,
  },
  startSignOn: {
    host: 'auth',
    method: 'POST',
    path: '/auth/session/sign-on',
    input: 'none',
    needsToken: false,
    withCookie: true,
  },
  endedSessions: {
    host: 'auth',
    method: 'GET',
    path: '/auth/ended-sessions',
    input: 'query',
    needsToken: false,
  },
  authorizationServer: {
    host: 'auth',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    input: 'none',
    needsToken: false,
  },
  jwks: {
    host: 'auth',
    method: 'GET',
    path: '/.well-known/jwks.json',
    input: 'none',
    needsToken: false,
  },
  authHealth: {
    host: 'auth',
    method: 'GET',
    path: '/healthz',
    input: 'none',
    needsToken: false,
  },
  authReadiness: {
    host: 'auth',
    method: 'GET',
    path: '/readyz',
    input: 'none',
    needsToken: false,
  },
};
