import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { etagOf, isKnown } from '../server/revalidation.ts';
import { sendText } from '../server/send-json.ts';
import type { Server } from '../server/typed-server.ts';

/**
 * The API reference at `/docs/`: Swagger UI over `/openapi.json` beside it. The files of Swagger UI
 * come with @fastify/swagger-ui; the page is ours, as the plugin's has no viewport and no noscript.
 */
export function registerReferencePage(server: Server, title: string): void {
  const html = page(title);
  serve(server, '', 'text/html', () => Buffer.from(html));
  serve(server, 'reference.js', 'text/javascript', () => read('./reference.js'));
  serve(server, 'reference.css', 'text/css', () => read('./reference.css'));
  serve(server, 'swagger-ui.js', 'text/javascript', () => readLibrary('swagger-ui-bundle.js'));
  serve(server, 'swagger-ui.css', 'text/css', () => readLibrary('swagger-ui.css'));
}

/** Reads a file at the first request: most instances are never asked for it. */
function serve(server: Server, name: string, type: string, load: () => Buffer): void {
  let file: { readonly bytes: Buffer; readonly etag: string } | undefined;
  server.get(`/docs/${name}`, (request, reply) => {
    if (!file) {
      const bytes = load();
      file = { bytes, etag: etagOf(bytes) };
    }
    // Weak, because one tag is used for every compression (RFC 9110 §8.8.3).
    reply.headers({ ...pageHeaders, etag: `W/${file.etag}` });
    if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
    return sendText(reply.type(`${type}; charset=utf-8`), file.bytes);
  });
}

function read(path: string): Buffer {
  return readFileSync(new URL(path, import.meta.url));
}

function readLibrary(name: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)));
}

/** All paths are relative: a proxy may serve this host below a path. */
function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="reference.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same in one file: <a href="../openapi.json">openapi.json</a>.</noscript>
<script src="swagger-ui.js"></script>
<script src="reference.js"></script>
</body>
</html>
`;
}

/** Nothing inline and nothing from elsewhere; `data:` is for the icons in Swagger UI's styles. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
