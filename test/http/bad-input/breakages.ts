import { METHODS } from 'node:http';
import fc from 'fast-check';
import { bodyBreakages } from './break-bodies.ts';
import { type Breakage, served } from './broken.ts';
import { operations } from './description.ts';
import { hostileText, noNumbers, oddNumbers, rawQueryValues } from './hostile-values.ts';
import { accessTokenHere, type Draft, type Pair, percentEncoded } from './request.ts';

/** Every way to break this request. */
export function breakagesOf(draft: Draft): Breakage[] {
  return [
    ...queryBreakages(draft),
    ...bodyBreakages(draft),
    ...tokenBreakages(draft),
    ...headerBreakages(draft),
    ...methodBreakages(draft),
  ];
}

function queryBreakages(draft: Draft): Breakage[] {
  const { query, operation } = draft;
  const unknown = unknownParameters.map(pair => ({
    draft: { ...draft, query: [...query, pair] },
    fault: 'an unknown parameter',
    expected: served,
  }));
  const others = fc.oneof(fc.constantFrom(...unknown), longQuery(draft));
  if (query.length === 0) return [others];
  const declared = new Map(operation.parameters.map(field => [field.name, field]));
  const one = fc.nat(query.length - 1);
  const withValue = (at: number, value: string) => ({
    ...draft,
    query: query.map((pair, i): Pair => (i === at ? [pair[0], value] : pair)),
  });
  const isRequired = (at: number) => declared.get(query[at]![0])?.required;
  const isNumber = (at: number) =>
    ['number', 'integer'].includes(String(declared.get(query[at]![0])?.schema.type));
  return [
    others,
    one.map(at => ({
      draft: { ...draft, query: query.filter((_, i) => i !== at) },
      fault: 'a parameter is missing',
      expected: isRequired(at) ? [400] : undefined,
    })),
    fc.tuple(one, fc.boolean()).map(([at, same]) => ({
      draft: { ...draft, query: [...query, [query[at]![0], same ? query[at]![1] : '1']] },
      fault: 'a parameter is repeated',
      expected: [400],
    })),
    one.map(at => ({ draft: withValue(at, ''), fault: 'a parameter is empty', expected: [400] })),
    fc
      .tuple(one, fc.constantFrom('[]', '[0]', '[x]', '%5B%5D', '%00', '.x', '%20'))
      .map(([at, more]) => ({
        draft: {
          ...draft,
          query: query.map(([name, value], i): Pair => [i === at ? name + more : name, value]),
        },
        fault: 'a parameter under another name',
        expected: isRequired(at) ? [400] : undefined,
      })),
    fc.tuple(one, hostileText).map(([at, text]) => ({
      draft: withValue(at, percentEncoded(text)),
      fault: 'a parameter with a hostile text',
      expected: undefined,
    })),
    fc.tuple(one, fc.constantFrom(...rawQueryValues)).map(([at, value]) => ({
      draft: withValue(at, value),
      fault: 'a parameter in a bad encoding',
      expected: undefined,
    })),
    fc.tuple(one, fc.constantFrom(...noNumbers)).map(([at, value]) => ({
      draft: withValue(at, percentEncoded(value)),
      fault: 'a parameter that is no number',
      expected: isNumber(at) ? [400] : undefined,
    })),
    fc.tuple(one, fc.constantFrom(...oddNumbers)).map(([at, value]) => ({
      draft: withValue(at, percentEncoded(value)),
      fault: 'a parameter with an odd number',
      expected: undefined,
    })),
  ];
}

const unknownParameters: readonly Pair[] = [
  ['__proto__[x]', '1'],
  ['__proto__', '1'],
  ['constructor', '1'],
  ['constructor.prototype.x', '1'],
  ['hasOwnProperty', '1'],
  ['a[]', '1'],
  ['a', '%'],
  ['%ff', '%ff'],
  ['', ''],
  ['&&&', '&'],
];

/** Long as it is allowed, or longer. */
function longQuery(draft: Draft): Breakage {
  return fc.integer({ min: 1, max: 9_000 }).map(length => ({
    draft: { ...draft, query: [...draft.query, ['x', 'y&'.repeat(length / 2)] as const] },
    fault: 'a long query',
    expected: length > 8_192 ? [414] : length < 7_000 ? served : undefined,
  }));
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
  return [
    fc.constantFrom(...wrongTokens).map(token => ({
      draft: {
        ...draft,
        headers: token === undefined ? others : [...others, ['Authorization', token]],
      },
      fault: 'a wrong token',
      expected: draft.operation.needsToken ? [401] : served,
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
  ['Host', '[::1'],
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
      // A report in the Greek Grid cannot be GeoJSON.
      expected: pair[0] === 'Accept' ? [...served, 400] : served,
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

const methodsAt = (host: string, path: string) =>
  operations.filter(one => one.host === host && one.path === path).map(one => one.method);

function methodBreakages(draft: Draft): Breakage[] {
  const { host, path } = draft.operation;
  const allowed = methodsAt(host, path);
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
