import fc from 'fast-check';
import { type Breakage, served } from './broken.ts';
import { hostileText, noNumbers, oddNumbers, rawQueryValues } from './hostile-values.ts';
import { type Draft, type Pair, percentEncoded } from './request.ts';

/** Every way to break the query of this request. */
export function queryBreakages(draft: Draft): Breakage[] {
  const { query, operation } = draft;
  const isStrict = isStrictly(draft);
  const unknown = unknownParameters.map(pair => ({
    draft: { ...draft, query: [...query, pair] },
    fault: 'an unknown parameter',
    expected: isStrict ? [400, ...served] : served,
  }));
  const misencoded = misencodedParameters.map(pair => ({
    draft: { ...draft, query: [...query, pair] },
    fault: 'an unknown parameter in a bad encoding',
    expected: [400],
  }));
  const others = fc.oneof(fc.constantFrom(...unknown, ...misencoded), longQuery(draft));
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
  ['', ''],
  ['&&&', '&'],
];

const misencodedParameters: readonly Pair[] = [
  ['a', '%'],
  ['%ff', '1'],
  ['a', '\xff'],
  ['a', '%C1%E8%DE%ED%E1'],
];

/** Whether unknown parameters may be refused: always, or because the request asks for that. */
function isStrictly({ query, operation }: Draft): boolean {
  return operation.isStrict || query.some(([name, value]) => name === 'strict' && value === 'true');
}

/** Long as it is allowed, or longer. */
function longQuery(draft: Draft): Breakage {
  const isStrict = isStrictly(draft);
  return fc.integer({ min: 1, max: 9_000 }).map(length => ({
    draft: { ...draft, query: [...draft.query, ['x', 'y&'.repeat(length / 2)] as const] },
    fault: 'a long query',
    expected: length > 8_192 ? [414] : length < 7_000 && !isStrict ? served : undefined,
  }));
}
