import type { FastifySchema, RouteOptions } from 'fastify';
import type { Scope } from '../scopes.ts';
import { errorResponses } from '../server/error-answers.ts';
import type { Server } from '../server/typed-server.ts';
import { noteCaller, requireScope, type VerifyBearer } from './bearer.ts';

/** The scope of a route: `any` needs a token with whatever scope, `none` never needs one. */
export type RouteScope = Scope | 'any' | 'none';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a token needs for this route; `any` for any token, `none` for no token. */
    scope?: RouteScope;
  }
}

/** Which operations need a token: `some`, those with a scope other than `open`; or `all` of them. */
export type RequireToken = 'some' | 'all';

/**
 * Makes the routes registered after this require a token with their scope; the open ones take one. A route without
 * `security: []` must name its scope in `config`, or the start fails.
 */
export function requireScopes(server: Server, verify: VerifyBearer, required: RequireToken): void {
  server.decorateRequest('caller');
  server.addHook('onRoute', route => {
    const scope = scopeOf(route);
    if (scope === 'none') return;
    const isNeeded = needsToken(scope, required);
    const check = isNeeded ? requireScope(verify, scope) : noteCaller(verify);
    route.onRequest = [check, ...[route.onRequest ?? []].flat()];
    if (!isNeeded) return;
    route.schema = withScope(route.schema ?? {}, scope);
    route.config = { ...route.config, scope };
  });
}

/** Whether a route with this scope needs a token. */
export function needsToken(scope: RouteScope, required: RequireToken): boolean {
  return scope !== 'none' && (scope !== 'open' || required === 'all');
}

/** The scope of a route. Files, descriptions and operations for operators need no token. */
export function scopeOf({ url, config, schema }: RouteOptions): RouteScope {
  if (config?.scope) return config.scope;
  if (!schema) return 'none';
  if (schema.security?.length === 0) return schema.tags?.includes('Service') ? 'none' : 'open';
  throw new Error(`${url}: expected a scope in config, or security: []`);
}

const challenge = 'How to authenticate: with a Bearer token that has the scope in `scope`.';

/** The description of an operation that needs a token. */
function withScope({ security: _, ...schema }: FastifySchema, scope: Scope | 'any'): FastifySchema {
  const invalid = errorResponses({ 401: 'The token is missing or not valid.' });
  const own = { ...schema, 'x-scopes': scope === 'any' ? [] : [scope] };
  if (scope === 'any') {
    return { ...own, response: { ...invalid, ...(schema.response as object | undefined) } };
  }
  const lacking = errorResponses({ 403: `The token does not have the scope \`${scope}\`.` });
  const headers = { 'WWW-Authenticate': { type: 'string', description: challenge } };
  return {
    ...own,
    description: `${schema.description} The token needs the scope \`${scope}\`.`,
    response: {
      ...invalid,
      403: { ...lacking[403], headers },
      ...(schema.response as object | undefined),
    },
  };
}
