// Made by `npm run openapi`: change the routes instead.
import type { CallOptions } from './call.ts';
import type * as types from './types.ts';

/** Every operation of both hosts as a call. */
export interface Calls {
  /** Calculate reconstruction cost. */
  reconstructionCost(input: types.ReconstructionCostInput, options?: CallOptions): Promise<types.ReconstructionCostAnswer>;
  /** Calculate many reconstruction costs. */
  reconstructionCostBatch(input: types.ReconstructionCostBatchInput, options?: CallOptions): Promise<types.ReconstructionCostBatchAnswer>;
  /** List the loaded terms of a cost. */
  reconstructionCostTerms(input: types.ReconstructionCostTermsInput, options?: CallOptions): Promise<types.ReconstructionCostTermsAnswer>;
  /** List points of interest near a coordinate. */
  pointsOfInterest(input: types.PointsOfInterestInput, options?: CallOptions): Promise<types.PointsOfInterestAnswer>;
  /** List the types of places. */
  pointOfInterestTypes(options?: CallOptions): Promise<types.PointOfInterestTypesAnswer>;
  /** Show what is reached on foot. */
  walk(input: types.WalkInput, options?: CallOptions): Promise<types.WalkAnswer>;
  /** Report on a property. */
  propertyReport(input: types.PropertyReportInput, options?: CallOptions): Promise<types.PropertyReportAnswer>;
  /** Report with the fields of a valuer. */
  propertyReportDocument(input: types.PropertyReportDocumentInput, options?: CallOptions): Promise<types.PropertyReportDocumentAnswer>;
  /** Find the zones at a place. */
  zones(input: types.ZonesInput, options?: CallOptions): Promise<types.ZonesAnswer>;
  /** Find elevation and other values at a place. */
  grids(input: types.GridsInput, options?: CallOptions): Promise<types.GridsAnswer>;
  /** Find comparable properties with their prices. */
  comparables(input: types.ComparablesInput, options?: CallOptions): Promise<types.ComparablesAnswer>;
  /** Find the buildings on a parcel. */
  buildings(input: types.BuildingsInput, options?: CallOptions): Promise<types.BuildingsAnswer>;
  /** Report on many properties. */
  propertyReportBatch(input: types.PropertyReportBatchInput, options?: CallOptions): Promise<types.PropertyReportBatchAnswer>;
  /** Own portfolios. */
  portfolios(options?: CallOptions): Promise<types.PortfoliosAnswer>;
  /** Send a portfolio. */
  sendPortfolio(input: types.SendPortfolioInput, options?: CallOptions): Promise<types.SendPortfolioAnswer>;
  /** State of a portfolio. */
  portfolio(input: types.PortfolioInput, options?: CallOptions): Promise<types.PortfolioAnswer>;
  /** Cancel and remove a portfolio. */
  deletePortfolio(input: types.DeletePortfolioInput, options?: CallOptions): Promise<types.DeletePortfolioAnswer>;
  /** Result of a portfolio. */
  portfolioResult(input: types.PortfolioResultInput, options?: CallOptions): Promise<types.PortfolioResultAnswer>;
  /** Summary of a portfolio. */
  portfolioSummary(input: types.PortfolioSummaryInput, options?: CallOptions): Promise<types.PortfolioSummaryAnswer>;
  /** Summary of a portfolio as a file. */
  portfolioSummaryFile(input: types.PortfolioSummaryFileInput, options?: CallOptions): Promise<types.PortfolioSummaryFileAnswer>;
  /** Rows of a portfolio. */
  portfolioRows(input: types.PortfolioRowsInput, options?: CallOptions): Promise<types.PortfolioRowsAnswer>;
  /** Correct rows of a portfolio. */
  correctPortfolioRows(input: types.CorrectPortfolioRowsInput, options?: CallOptions): Promise<types.CorrectPortfolioRowsAnswer>;
  /** Run a portfolio again. */
  runPortfolioAgain(input: types.RunPortfolioAgainInput, options?: CallOptions): Promise<types.RunPortfolioAgainAnswer>;
  /** Search a parcel by KAEK code. */
  kaekSearch(input: types.KaekSearchInput, options?: CallOptions): Promise<types.KaekSearchAnswer>;
  /** Find the parcel under a point. */
  parcelAt(input: types.ParcelAtInput, options?: CallOptions): Promise<types.ParcelAtAnswer>;
  /** Geocode an address. */
  addressSearch(input: types.AddressSearchInput, options?: CallOptions): Promise<types.AddressSearchAnswer>;
  /** Geocode many addresses or points. */
  addressBatch(input: types.AddressBatchInput, options?: CallOptions): Promise<types.AddressBatchAnswer>;
  /** Find the address of a point. */
  reverse(input: types.ReverseInput, options?: CallOptions): Promise<types.ReverseAnswer>;
  /** Complete an address that is being typed. */
  suggest(input: types.SuggestInput, options?: CallOptions): Promise<types.SuggestAnswer>;
  /** See the own usage and quotas. */
  usage(input: types.UsageInput, options?: CallOptions): Promise<types.UsageAnswer>;
  /** Alive. */
  health(options?: CallOptions): Promise<types.HealthAnswer>;
  /** Ready. */
  readiness(options?: CallOptions): Promise<types.ReadinessAnswer>;
  /** Settings of the console. */
  consoleSettings(options?: CallOptions): Promise<types.ConsoleSettingsAnswer>;
  /** Log in. */
  login(input: types.LoginInput, options?: CallOptions): Promise<types.LoginAnswer>;
  /** Refresh. */
  refresh(input: types.RefreshInput, options?: CallOptions): Promise<types.RefreshAnswer>;
  /** Log out. */
  logout(input: types.LogoutInput, options?: CallOptions): Promise<types.LogoutAnswer>;
  /** Token for a program. */
  token(input: types.TokenInput, options?: CallOptions): Promise<types.TokenAnswer>;
  /** Revoke a token of a program. */
  revoke(input: types.RevokeInput, options?: CallOptions): Promise<types.RevokeAnswer>;
  /** Log in, with a cookie. */
  startSession(input: types.StartSessionInput, options?: CallOptions): Promise<types.StartSessionAnswer>;
  /** Refresh, with a cookie. */
  refreshSession(options?: CallOptions): Promise<types.RefreshSessionAnswer>;
  /** Log out, with a cookie. */
  endSession(options?: CallOptions): Promise<types.EndSessionAnswer>;
  /** Sign in at an identity provider. */
  startSignOn(options?: CallOptions): Promise<types.StartSignOnAnswer>;
  /** Ended sessions. */
  endedSessions(input: types.EndedSessionsInput, options?: CallOptions): Promise<types.EndedSessionsAnswer>;
  /** Metadata for OAuth 2.0 clients. */
  authorizationServer(options?: CallOptions): Promise<types.AuthorizationServerAnswer>;
  /** Public keys. */
  jwks(options?: CallOptions): Promise<types.JwksAnswer>;
  /** Alive. */
  authHealth(options?: CallOptions): Promise<types.AuthHealthAnswer>;
  /** Ready. */
  authReadiness(options?: CallOptions): Promise<types.AuthReadinessAnswer>;
}

export type OperationName = keyof Calls;

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
  /** Whether it takes a key by which a retry is recognised. */
  readonly hasKey?: true;
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
    besideBody: ['walk', 'strict'],
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
  propertyReportDocument: {
    host: 'api',
    method: 'POST',
    path: '/api/property-report/document/',
    input: 'json',
    needsToken: true,
    isFile: true,
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
    hasKey: true,
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
  },
  portfolioSummaryFile: {
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
    hasKey: true,
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
