import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parcelPoint } from '#domain/property/parcels.ts';
import { number, orNull, text, textOrNull, yesNo } from '#http/openapi/wire-types.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import { type StaticFile, serveFile } from '#http/server/static-files.ts';
import type { Server } from '#http/server/typed-server.ts';
import { emptyLayers } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { version } from '#tools/version.ts';
import type { ApiParts, ConsoleParts } from './api-parts.ts';
import { LayerName } from './shared-schemas.ts';

const ConsoleSettings = Type.Object(
  {
    auth_url: textOrNull('URL of the authentication service; null if login is not available.'),
    sign_on_name: textOrNull(
      'The identity provider where people can sign in; null if there is none.',
    ),
    login_required: yesNo('Whether every operation needs a token (`KTIMA_REQUIRE_TOKEN=all`).'),
    map: Type.Object(
      {
        style_url: textOrNull('The URL of a MapLibre style.'),
        tiles_url: textOrNull('The URL of raster tiles, with {z}, {x} and {y}.'),
        attribution: textOrNull('The attribution to show on the map.'),
        imagery_url: textOrNull(
          'The URL of aerial images, with {z}, {x} and {y} or with {bbox-epsg-3857}.',
        ),
        imagery_attribution: textOrNull('The attribution to show with the aerial images.'),
      },
      {
        title: 'MapBackground',
        description: 'The background of the map, null for the built-in one, and its aerial images.',
      },
    ),
    demo_login: orNull(
      Type.Object(
        {
          username: text('The name of the demo user.'),
          password: text('Its public password.'),
        },
        { title: 'DemoLogin' },
      ),
      'The public login of `serve --demo` on loopback, for its button; null otherwise.',
    ),
    example_parcel: orNull(
      Type.Object(
        {
          kaek: text('The KAEK of the parcel.'),
          latitude: number('Of a point inside; degrees north, WGS84.'),
          longitude: number('Degrees east, WGS84.'),
        },
        { title: 'ExampleParcel' },
      ),
      'A loaded parcel, for the examples of the start page; null if none is loaded.',
    ),
    empty_layers: Type.Array(LayerName, {
      description: 'Kinds of data of which nothing is loaded; the console names them.',
    }),
    version: text('Version of the service.'),
  },
  {
    title: 'ConsoleSettings',
    headers: cacheControl('no-cache'),
    description: 'The settings.',
    examples: [
      {
        auth_url: 'http://127.0.0.1:8001',
        sign_on_name: 'id.example.com',
        login_required: false,
        map: {
          style_url: null,
          tiles_url: null,
          attribution: null,
          imagery_url: null,
          imagery_attribution: null,
        },
        demo_login: { username: 'demo', password: 'ktima-demo' },
        example_parcel: { kaek: '350099028004', latitude: 39.360655, longitude: 22.958316 },
        empty_layers: ['settlements', 'boundaries'],
        version,
      },
    ],
  },
);

/** Registers the console at `/`, its files, and `/console.json` with its settings. */
export function registerConsole(server: Server, parts: ApiParts): void {
  const { console, store, requireToken } = parts;
  const isClosed = requireToken === 'all';
  const page = console.files.find(({ name }) => name === 'index.html');
  if (page) serveConsole(server, console, page);
  else server.get('/', () => Promise.reject(new KtimaError('NOT_FOUND', notBuilt)));
  server.get(
    '/console.json',
    {
      schema: {
        operationId: 'consoleSettings',
        summary: 'Settings of the console',
        description: 'The settings that the web page at `/` reads at its start.',
        tags: ['Service'],
        security: [],
        response: { 200: ConsoleSettings },
      },
    },
    async (request, reply) => {
      const { styleUrl, tilesUrl, attribution, imageryUrl, imageryAttribution } = console.map;
      reply.header('cache-control', 'no-cache');
      const authUrl = authUrlFor(console, request);
      return {
        // Without the trailing slash that `href` adds.
        auth_url: authUrl?.href.replace(/\/$/, '') ?? null,
        sign_on_name: console.signOnName ?? null,
        login_required: isClosed,
        map: {
          style_url: styleUrl ?? null,
          tiles_url: tilesUrl ?? null,
          attribution: attribution ?? null,
          imagery_url: imageryUrl ?? null,
          imagery_attribution: imageryAttribution ?? null,
        },
        demo_login: (authUrl && console.demoLogin) ?? null,
        ...(await loadedData(store, isClosed, console.exampleKaek)),
        version,
      };
    },
  );
}

/** The page must open without the database too: then its requests report what is wrong. */
async function loadedData(
  { findParcel, parcelsBeginning, loadedSources }: ApiParts['store'],
  isClosed: boolean,
  exampleKaek: string | undefined,
) {
  // Parcels are not shown without a token where they need one.
  const parcels = isClosed ? [] : await parcelsBeginning('', 1).catch(() => []);
  const example =
    parcels[0] && exampleKaek && (await findParcel(exampleKaek).catch(() => undefined));
  const parcel = example || parcels[0];
  return {
    example_parcel: parcel ? { kaek: parcel.kaek, ...parcelPoint(parcel) } : null,
    empty_layers: await loadedSources().then(emptyLayers, () => []),
  };
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
    // These names contain a hash of the content, so the content never changes.
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
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** No inline code; connections only to this API, the authentication service and the map's hosts. */
function contentSecurityPolicy(console: ConsoleParts, request: FastifyRequest): string {
  const { styleUrl, tilesUrl, imageryUrl } = console.map;
  const mapUrls = [styleUrl, tilesUrl, imageryUrl].filter(url => url !== undefined);
  // The map fetches its images: they need connect-src, not img-src.
  const connect = new Set([
    "'self'",
    authUrlFor(console, request)?.origin,
    ...mapUrls.map(url => new URL(url).origin),
  ]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    `connect-src ${[...connect].filter(Boolean).join(' ')}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** A host name or IP address. Anything else in `Host` must not get into our headers. */
const hostHeader = /^([a-z\d.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

function authUrlFor({ authUrl }: ConsoleParts, { headers }: FastifyRequest): URL | undefined {
  return authUrl(hostHeader.exec(headers.host ?? '')?.[1]);
}
