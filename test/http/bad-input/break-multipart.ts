import fc from 'fast-check';
import type { Breakage } from './broken.ts';
import { hostileText } from './hostile-values.ts';
import { bodyOf, boundary, type Draft } from './request.ts';

const refused = [400, 413, 415];

const part = (headers: string, value = 'x') => `--${boundary}\r\n${headers}\r\n\r\n${value}\r\n`;
const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;

/** Parts that no form of ours has. */
const oddParts = [
  part('Content-Disposition: form-data'),
  part('Content-Disposition: form-data; name'),
  part('Content-Disposition: form-data; name='),
  part(named('')),
  part('X-Nothing: 1'),
  part(''),
  part(named('username', '; filename="a.txt"')),
  part(named('file', "; filename*=utf-8''a.txt")),
  part(`${'X-A: 1\r\n'.repeat(500)}${named('otp')}`),
  part(named('n'.repeat(5_000))),
  part(named('x'), 'y'.repeat(9_000)),
  ...[part(named('username')), part(named('password')), part(named('refresh_token'))].map(
    twice => twice + twice,
  ),
  Array.from({ length: 100 }, (_, i) => part(named(`f${i}`))).join(''),
];

const oddBoundaries = ['', '=', '="', `=${'b'.repeat(300)}`, '=another', '=\xff', '="; x="'];

/** Breaks the shape of a multipart form. */
export function multipartBreakages(draft: Draft): Breakage[] {
  const body = bodyOf(draft);
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return [
    fc.constantFrom(...oddParts).map(odd => ({
      draft: { ...draft, bytes: Buffer.concat([Buffer.from(odd), body]), contentType },
      fault: 'an odd part',
      expected: refused,
    })),
    fc.constantFrom(...oddBoundaries).map(odd => ({
      draft: { ...draft, bytes: body, contentType: `multipart/form-data; boundary${odd}` },
      fault: 'an odd boundary',
      expected: refused,
    })),
    fc.nat(Math.max(0, body.length - 5)).map(at => ({
      draft: { ...draft, bytes: body.subarray(0, at), contentType },
      fault: 'an unterminated form',
      expected: refused,
    })),
    fc.tuple(hostileText, hostileText).map(([headers, value]) => ({
      draft: { ...draft, bytes: Buffer.from(part(headers, value)), contentType },
      fault: 'a part with hostile headers',
      expected: refused,
    })),
  ];
}
