import { isAscii } from 'node:buffer';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { Server } from '#http/server/typed-server.ts';
import {
  checkCharset,
  isPercentEncodedUtf8,
  percentEncoding,
  readUtf8,
} from '#http/server/utf8.ts';
import { invalid, KtimaError } from '#tools/errors.ts';

const limits = {
  fieldNameSize: 64,
  fieldSize: 8_192,
  fields: 8,
  files: 0,
  headerPairs: 20,
};
/**
 * Not a limit of the parser: it leaves the parts beyond without a listener, and the error of one that
 * is cut would end the process.
 */
const mostParts = limits.fields;

/** The content types of a form. */
export const formTypes = [
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json',
];

/** Makes a server parse multipart and urlencoded bodies into objects with string values. */
export function acceptForms(server: Server): void {
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type']!;
      readUtf8(type, body);
      const parts = splitParts(body, boundaryOf(type));
      if (parts.length > mostParts) throw tooManyFields();
      for (const part of parts) checkEncoding(part);
      return readMultipart(request.headers as BusboyHeaders, body, parts.length);
    },
  );
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const text = readUtf8(request.headers['content-type'], body);
      if (!isPercentEncodedUtf8(text)) throw invalid('form', percentEncoding);
      return collect(new URLSearchParams(text));
    },
  );
}

type Fields = Record<string, string>;

function collect(pairs: Iterable<readonly [string, string]>): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of pairs) {
    if (name.length > limits.fieldNameSize) {
      throw tooLongName();
    }
    if (name in fields) throw invalid(name, 'one value, got more');
    fields[name] = value;
  }
  return fields;
}

/** Parses a multipart body that is completely in memory. Rejects a truncated or malformed one. */
function readMultipart(headers: BusboyHeaders, body: Buffer, parts: number): Promise<Fields> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const refuse = (error: KtimaError) => {
      reject(error);
      form.removeAllListeners();
      form.on('error', () => {});
    };
    const form = openForm(headers);
    form.on('field', (name, value, nameCut, valueCut) => {
      if (!name) return refuse(invalid('multipart', 'a name on every part'));
      if (nameCut) return refuse(tooLongName());
      if (valueCut) return refuse(tooLarge(`${name}: expected at most ${limits.fieldSize} bytes`));
      pairs.push([name, value]);
    });
    form.on('filesLimit', () => refuse(invalid('multipart', 'text fields, got a file')));
    form.on('fieldsLimit', () => refuse(tooManyFields()));
    form.on('error', () => refuse(invalid('multipart', 'parts with a final boundary')));
    form.on('finish', () => {
      // The parser drops parts without a name silently, so compare with the parts in the body.
      if (pairs.length !== parts) {
        return refuse(invalid('multipart', 'a name on every part'));
      }
      try {
        resolve(collect(pairs));
      } catch (error) {
        reject(error);
      }
    });
    form.end(body);
    // The parser has the whole body. If it still waits for more, the body is truncated.
    setImmediate(() => refuse(invalid('multipart', 'parts with a final boundary')));
  });
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? '';
}

/** The parts between the delimiters (RFC 2046 §5.1.1), each with its headers. */
function splitParts(body: Buffer, boundary: string): string[] {
  const delimiter = `\r\n--${boundary}`;
  const [parts] = `\r\n${body.toString('latin1')}`.split(`${delimiter}--`, 1);
  return parts!.split(delimiter).slice(1);
}

/** Some clients declare ISO-8859-1 for every text; its ASCII is the same as that of UTF-8. */
function isPlainAscii(part: string, contentType: string): boolean {
  const isLikeAscii = /;\s*charset="?(iso-8859-\d+|windows-125\d)"?\s*$/i.test(contentType);
  return isLikeAscii && isAscii(Buffer.from(part, 'latin1'));
}

/**
 * Throws if a part declares another encoding than UTF-8. Busboy decodes the charset and ignores the
 * transfer encoding, so the text would be wrong.
 */
function checkEncoding(part: string): void {
  const [head] = part.split('\r\n\r\n', 1);
  const headers = head!.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  for (const header of headers) {
    if (/^content-type:/i.test(header) && !isPlainAscii(part, header)) checkCharset(header);
    if (/^content-transfer-encoding:(?!\s*(?:7bit|8bit|binary)\s*$)/i.test(header)) {
      throw new KtimaError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Content-Transfer-Encoding: expected binary or none',
      );
    }
  }
}

function openForm(headers: BusboyHeaders) {
  try {
    return new Busboy({ headers, limits });
  } catch (cause) {
    throw new KtimaError('INVALID_INPUT', 'Content-Type: expected a multipart boundary', { cause });
  }
}

function tooLongName(): KtimaError {
  return tooLarge(`form: expected names of at most ${limits.fieldNameSize} characters`);
}

function tooManyFields(): KtimaError {
  return tooLarge(`multipart: expected at most ${mostParts} fields`);
}

function tooLarge(message: string): KtimaError {
  return new KtimaError('PAYLOAD_TOO_LARGE', message);
}
