import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { KtimaError } from '#tools/errors.ts';
import type { Server } from './typed-server.ts';

/**
 * Rejects JSON that is not UTF-8 (Fastify's own parser replaces wrong bytes by U+FFFD), and keys that
 * could change the prototype of an object.
 */
export function acceptJson(server: Server): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  const parseAnyKeys = server.getDefaultJsonParser('ignore', 'ignore');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      try {
        const text = readUtf8(request.headers['content-type'], body);
        parse(request, text, (error, value) => {
          if (error) parseAnyKeys(request, text, fault => done(fault ?? prototypeKey()));
          else done(null, value);
        });
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function prototypeKey(): KtimaError {
  const expected = 'no key `__proto__`, and no `prototype` in `constructor`';
  return new KtimaError('INVALID_INPUT', `request body: expected ${expected}`);
}

/** The text of a body. Throws if the body or its declared charset is not UTF-8. */
export function readUtf8(contentType: string | undefined, body: Buffer): string {
  checkCharset(contentType);
  if (!isUtf8(body)) {
    throw new KtimaError('INVALID_INPUT', 'request body: expected UTF-8, got another encoding');
  }
  return body.toString();
}

/** Throws if a content type declares another charset than UTF-8. */
export function checkCharset(contentType = ''): void {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  const charset = quoted ?? plain;
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new KtimaError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type: expected charset=utf-8 or none');
  }
}

/** What is expected of a URL and of urlencoded forms, for error messages. */
export const percentEncoding = 'UTF-8 in percent-encoding, such as %CE%B1 for α and %25 for %';

/** Whether the percent-encoded bytes of a text are UTF-8. Node rejects URLs with other than ASCII. */
export function isPercentEncodedUtf8(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
