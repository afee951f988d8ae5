import { METHODS } from 'node:http';
import fc from 'fast-check';
import { bodyBreakages } from './break-bodies.ts';
import { queryBreakages } from './break-queries.ts';
import { type Breakage, served } from './broken.ts';
import { hostileText } from './hostile-values.ts';
import { accessTokenHere, type Draft, type Pair, percentEncoded } from './request.ts';

/** Every way to break this request. */
export function breakagesOf(draft: Draft): Breakage[] {
  return [
    ...pathBreakages(draft),
    ...queryBreakages(draft),
    ...bodyBreakages(draft),
    ...tokenBreakages(draft),
    ...headerBreakages(draft),
    ...methodBreakages(draft),
  ];
}

/** Each parameter of the path with a hostile text. */
function pathBreakages(draft: Draft): Breakage[] {
  const { template, path } = draft.operation;
  const [texts, values] = [template.split('/'), path.split('/')];
  const inPath = texts.flatMap((text, at) => (text.includes('{') ? [at] : []));
  if (inPath.length === 0 || values.length !== texts.length) return [];
  return [
    fc.tuple(fc.constantFrom(...inPath), hostileText).map(([at, text]) => ({
      draft: { ...draft, path: values.with(at, percentEncoded(text)).join('/') },
      fault: 'a hostile text in the path',
      expected: [400, 414, 308, ...served],
    })),
  ];
}

const wrongTokens = [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer a.b.c',
  `Bearer ${accessTokenHere}A`,
  `Bearer ${accessTokenHere} ${accessTokenHere}`,
  `Bearer ${accessTokenHere}, Bearer ${accessTokenHere}`,
  `Basic ${accessTokenHere}`,
  accessTokenHere,
  `Bearer ${'A'.repeat(8_000)}.e30.AA`,
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Bearer \xff\xfe',
];

/** Where a token is needed a wrong one is refused; elsewhere it is no error. */
function tokenBreakages(draft: Draft): Breakage[] {
  const others = draft.headers.filter(([name]) => name !== 'Authorization');
  // Clients of OAuth 2.0 may authenticate by this header.
  const elsewhere = /^auth (token|revoke)$/.test(draft.operation.name)
    ? [...served, 400, 401]
    : served;
  return [
    fc.constantFrom(...wrongTokens).map(token => ({
      draft: {
        ...draft,
        headers: token === undefined ? others : [...others, ['Authorization', token]],
      },
      fault: 'a wrong token',
      expected: draft.operation.needsToken ? [401] : elsewhere,
    })),
  ];
}

const oddHeaders: readonly Pair[] = [
  ['Accept', 'application/geo+json'],
  ['Accept', 'text/html;q=x, */*;q=-1'],
  ['Accept', ','.repeat(1_000)],
  ['Accept-Encoding', 'zstd;q=9, br;q=, gzip, *;q=0'],
  ['Accept-Encoding', '\xff'],
  ['X-Request-Id', '<script>'],
  ['X-Request-Id', 'x'.repeat(1_000)],
  ['X-Forwarded-For', "' OR 1=1 --, ::1, \xff"],
  ['X-Forwarded-Host', 'evil.example'],
  ['Forwarded', 'for=evil;host=evil.example'],
  ['Host', 'evil.example:99999'],
  ['Host', '[::1]:8000'],
  ['Host', ''],
  ['Origin', 'null'],
  ['Cookie', `a=${'b'.repeat(4_000)}`],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'never'],
  ['Range', 'bytes=0-,-1,9999999999999999999-'],
  ['Content-Encoding', 'identity'],
  ['Upgrade', 'h2c'],
  ['Referer', '\x80'],
  ['__proto__', 'x'],
  ['Accept-Language', 'el-'.repeat(1_000)],
  ['Connection', 'keep-alive, __proto__'],
];

function headerBreakages(draft: Draft): Breakage[] {
  const withHeaders = (...headers: readonly Pair[]) => ({
    ...draft,
    headers: [...draft.headers, ...headers],
  });
  return [
    fc.constantFrom(...oddHeaders).map(pair => ({
      draft: withHeaders(pair),
      fault: `an odd ${pair[0]}`,
      expected: expectedWith(pair, draft),
    })),
    fc
      .constantFrom('[::1', 'a b', 'evil.example/x', 'user@evil.example', '"><script>')
      .map(host => ({
        draft: withHeaders(['Host', host]),
        fault: 'a wrong Host',
        expected: [400],
      })),
    fc.constantFrom('gzip', 'br', 'deflate', 'x', 'gzip, identity').map(coding => ({
      draft: withHeaders(['Content-Encoding', coding]),
      fault: 'a compressed body',
      expected: [415],
    })),
    fc.integer({ min: 1, max: 200 }).map(count => ({
      draft: withHeaders(...Array.from({ length: count }, (_, i): Pair => [`X-${i}`, '1'])),
      fault: 'many headers',
      expected: count > 100 ? [431] : count < 90 ? served : undefined,
    })),
    fc.integer({ min: 1, max: 20_000 }).map(length => ({
      draft: withHeaders(['X-Long', 'x'.repeat(length)]),
      fault: 'a long header',
      expected: length > 16_384 ? [431] : length < 14_000 ? served : undefined,
    })),
  ];
}

function expectedWith([header, value]: Pair, { operation }: Draft): readonly number[] {
  if (header === 'Host' && value === '[::1') return [400];
  // A report in the Greek Grid cannot be GeoJSON.
  if (header === 'Accept') return [...served, 400];
  // A second origin is another one.
  return header === 'Origin' && operation.isForConsole ? [403] : served;
}

function methodBreakages(draft: Draft): Breakage[] {
  const { methods: allowed } = draft.operation;
  const others = METHODS.filter(method => !allowed.includes(method) && method !== 'HEAD');
  return [
    fc.constantFrom(...others).map(method => ({
      draft: { ...draft, method },
      fault: 'another method',
      expected: [405],
    })),
    fc.constantFrom('FROB', 'get', 'GETT', 'P\xff').map(method => ({
      draft: { ...draft, method },
      fault: 'an unknown method',
      expected: [400, 501],
    })),
    fc.constant({
      draft: { ...draft, method: 'HEAD' },
      fault: 'HEAD',
      expected: allowed.includes('GET') ? served : [405],
    }),
  ];
}
