import Type from 'typebox';
import { describeRoutes } from '#http/openapi/describe-routes.ts';
import { DiskFull, isDiskFull, registerHealth } from '#http/server/health.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import { createServer, type ServerOptions } from '#http/server/server.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { AuthParts } from './auth-parts.ts';
import { registerBrowserSession } from './operations/browser-session.ts';
import { acceptForms } from './operations/forms.ts';
import { registerEndedSessions } from './operations/list-ended-sessions.ts';
import { registerLogin } from './operations/login.ts';
import { registerRefresh } from './operations/refresh.ts';
import { registerServerMetadata } from './operations/server-metadata.ts';
import { registerSignOn } from './operations/sign-on.ts';
import { registerToken } from './operations/token.ts';

const Jwks = Type.Object(
  { keys: Type.Array(Type.Record(Type.String(), Type.String())) },
  {
    title: 'JsonWebKeySet',
    headers: cacheControl('public, max-age=60'),
    description: 'A JSON Web Key Set (RFC 7517).',
    examples: [
      {
        keys: [
          { kid: 'xW3…', kty: 'EC', crv: 'P-256', x: 'f83…', y: 'x_F…', alg: 'ES256', use: 'sig' },
        ],
      },
    ],
  },
);

/** What the console calls from the main API's origin: these paths, and others with a cookie. */
const consolePaths = ['/auth/otp/login', '/auth/token/refresh', '/auth/logout'];
const cookiePaths = [
  '/auth/session',
  '/auth/session/refresh',
  '/auth/session/logout',
  '/auth/session/sign-on',
];
const ofConsole = new Set([...consolePaths, ...cookiePaths]);
const crossOrigin = {
  isOpen: (path: string) => ofConsole.has(path),
  cookiePaths,
  methods: ['POST'],
  requestHeaders: ['content-type'],
  responseHeaders: ['x-request-id', 'retry-after'],
};

/** The authentication service, ready to listen or to be called by `inject`. */
export async function createAuth(parts: AuthParts, options: ServerOptions): Promise<Server> {
  const { isConsoleOrigin: isAllowed } = parts;
  const server = createServer({ ...options, crossOrigin: { ...crossOrigin, isAllowed } });
  acceptForms(server);
  warnAboutUntrustedProxy(server, options);
  await describeRoutes(server, {
    title: 'Ktima authentication',
    summary: 'Login for the property data service',
    text:
      'Log in here, then send the token to the main API as `Authorization: Bearer …`. Every ' +
      'error has the same body, `{"error": <status>, "message": "…"}`, except those of ' +
      '`POST /auth/token`, which OAuth 2.0 defines.',
    tags: [
      { name: 'Login', description: 'Tokens, and the public keys that verify them.' },
      { name: 'Console', description: 'Login in a browser, with the refresh token in a cookie.' },
      { name: 'Service', description: 'For operators.' },
    ],
  });
  registerLogin(server, parts);
  registerRefresh(server, parts);
  registerToken(server, parts, options.log);
  registerBrowserSession(server, parts);
  registerSignOn(server, parts, options.log);
  registerEndedSessions(server, parts);
  registerServerMetadata(server, parts);
  server.get(
    '/.well-known/jwks.json',
    {
      schema: {
        operationId: 'jwks',
        summary: 'Public keys',
        description: 'The public keys that verify the tokens of this service.',
        tags: ['Login'],
        security: [],
        response: { 200: Jwks },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60');
      return (await parts.keys.current()).jwks;
    },
  );
  registerHealth(
    server,
    Type.Object(
      { status: Type.Literal('ready'), disk_full: DiskFull },
      {
        title: 'Readiness',
        description: 'The service can handle logins.',
        examples: [{ status: 'ready', disk_full: false }],
      },
    ),
    async () => {
      await parts.store.check();
      await parts.store.signingKeys();
      return { status: 'ready' as const, disk_full: isDiskFull(await parts.store.freeBytes()) };
    },
  );
  await server.ready();
  return server;
}

/**
 * Warns once about a proxy that KTIMA_TRUST_PROXY does not name. All its clients then share one IP
 * address, so one client that guesses passwords gets all of them throttled.
 */
function warnAboutUntrustedProxy(
  server: Server,
  { log, trustedProxies = [] }: ServerOptions,
): void {
  let warned = trustedProxies.length > 0;
  server.addHook('onRequest', async request => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    warned = true;
    log.warn('X-Forwarded-For is ignored: set KTIMA_TRUST_PROXY to the IP address of your proxy');
  });
}
