import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { KtimaError } from '../errors.ts';
import { version } from '../http/openapi/describe.ts';
import { cacheControl } from '../http/openapi/response-headers.ts';
import { type StaticFile, serveFile } from '../http/static-files.ts';
import type { Server } from '../http/typed-server.ts';
import { textOrNull } from './nullable.ts';
import type { ApiParts, ConsoleParts } from './parts.ts';

const ConsoleSettings = Type.Object(
  {
    auth_url: textOrNull('Address of the authentication service; null where nobody can log in.'),
    map: Type.Object(
      {
        style_url: textOrNull('A MapLibre style to use as it is.'),
        tiles_url: textOrNull('Raster tiles, with {z}, {x} and {y}.'),
        attribution: textOrNull('Whose map that is, to be shown on it.'),
      },
      {
        title: 'MapBackground',
        description: 'The background of the map; all null for the one that comes with it.',
      },
    ),
    version: Type.String({ description: 'Version of the service.' }),
  },
  {
    title: 'ConsoleSettings',
    headers: cacheControl('no-cache'),
    description: 'The settings.',
    examples: [
      {
        auth_url: 'http://127.0.0.1:8001',
        map: { style_url: null, tiles_url: null, attribution: null },
        version,
      },
    ],
  },
);

/** The console at `/`, what it loads, and `/console.json`, which tells it how things stand. */
export function registerConsole(server: Server, { console }: ApiParts): void {
  const page = console.files.find(({ name }) => name === 'index.html');
  if (page) serveConsole(server, console, page);
  else server.get('/', () => Promise.reject(new KtimaError('NOT_FOUND', notBuilt)));
  server.get(
    '/console.json',
    {
      schema: {
        operationId: 'consoleSettings',
        summary: 'Settings of the console',
        description: 'What the web page at `/` needs to know before its first call.',
        tags: ['Service'],
        security: [],
        response: { 200: ConsoleSettings },
      },
    },
    async (request, reply) => {
      const { styleUrl, tilesUrl, attribution } = console.map;
      reply.header('cache-control', 'no-cache');
      return {
        // Written as an address is: without the slash that a URL ends with.
        auth_url: authUrlFor(console, request)?.href.replace(/\/$/, '') ?? null,
        map: {
          style_url: styleUrl ?? null,
          tiles_url: tilesUrl ?? null,
          attribution: attribution ?? null,
        },
        version,
      };
    },
  );
}

const notBuilt =
  'the console is not built: run `npm run build` and start again; the API is at /docs/';

function serveConsole(server: Server, console: ConsoleParts, page: StaticFile): void {
  const headers = (request: FastifyRequest) => ({
    ...pageHeaders,
    'content-security-policy': contentSecurityPolicy(console, request),
  });
  for (const file of console.files) {
    const path = file === page ? '/' : `/${file.name}`;
    // The build puts a hash of the content into these names: what they hold never changes.
    const cacheControl = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache';
    serveFile(server, path, file, request => ({
      ...headers(request),
      'cache-control': cacheControl,
    }));
  }
}

const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Nothing inline, and no connections but to us, the authentication service and the map's host. */
function contentSecurityPolicy(console: ConsoleParts, request: FastifyRequest): string {
  const { styleUrl, tilesUrl } = console.map;
  const mapUrl = styleUrl ?? tilesUrl;
  const connect = [
    "'self'",
    authUrlFor(console, request)?.origin,
    mapUrl && new URL(mapUrl).origin,
  ];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    `connect-src ${connect.filter(Boolean).join(' ')}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Names and addresses of hosts; anything else in `Host` would get into a header of ours. */
const hostHeader = /^([a-z\d.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

function authUrlFor({ authUrl }: ConsoleParts, { headers }: FastifyRequest): URL | undefined {
  return authUrl(hostHeader.exec(headers.host ?? '')?.[1]);
}
