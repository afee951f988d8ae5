import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { preferredCoding } from './accept.ts';
import { etagOf, isKnown } from './revalidation.ts';
import type { Server } from './typed-server.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Content codings of a file, best first, with the extension of each. */
const codings = { br: '.br', gzip: '.gz', identity: '' } as const;
type Coding = keyof typeof codings;

/** A file in one coding. */
interface Variant {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A file to serve, completely in memory, in each available coding. */
export interface StaticFile {
  /** Path below the folder, with slashes: `assets/index-Bx1.js`. */
  readonly name: string;
  readonly contentType: string;
  readonly variants: Partial<Record<Coding, Variant>>;
}

/** The folder of what only the server runs. */
const unserved = `server${sep}`;

/** Reads the files of a folder to serve; none if it does not exist. `x.br` and `x.gz` belong to `x`. */
export function readStaticFiles(folder: string): StaticFile[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter(entry => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(name => !name.startsWith(unserved));
  return names.sort().map(name => ({
    name: name.split(sep).join('/'),
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    variants: readVariants(join(folder, name)),
  }));
}

function readVariants(path: string): StaticFile['variants'] {
  const variants: Partial<Record<Coding, Variant>> = {};
  for (const [coding, ending] of Object.entries(codings) as [Coding, string][]) {
    if (!existsSync(path + ending)) continue;
    const bytes = readFileSync(path + ending);
    // RFC 9110 §8.8.3: each coding is another representation and needs its own ETag.
    variants[coding] = { bytes, etag: etagOf(bytes) };
  }
  return variants;
}

/** Headers of a response with a file. */
export type FileHeaders = (request: FastifyRequest) => Readonly<Record<string, string>>;

/** Serves one file at one path. Other paths remain 404. */
export function serveFile(
  server: Server,
  path: string,
  file: StaticFile,
  headers: FileHeaders,
): void {
  const offered = (Object.keys(codings) as Coding[]).filter(coding => file.variants[coding]);
  server.get(path, (request, reply) => {
    const coding = preferredCoding(request.headers['accept-encoding'], offered);
    const variant = file.variants[coding]!;
    reply.headers({ ...headers(request), vary: 'accept-encoding', etag: variant.etag });
    const known = request.headers['if-none-match'];
    if (known === '*' || isKnown(known, variant.etag)) return reply.code(304).send();
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.type(file.contentType).send(variant.bytes);
  });
}
