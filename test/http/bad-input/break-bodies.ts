import fc from 'fast-check';
import { type Breakage, type Broken, served } from './broken.ts';
import type { Field } from './description.ts';
import { hostileText, noJson, numbersOutsideJson, oddNumbers } from './hostile-values.ts';
import { bodyOf, type Draft, type Pair } from './request.ts';

/** Every way to break the body of this request; a request without one gets one it did not need. */
export function bodyBreakages(draft: Draft): Breakage[] {
  if (!draft.form || draft.fields.length === 0) return [needlessBody(draft)];
  return [
    ...fieldBreakages(asStranger(draft)),
    ...textBreakages(asStranger(draft)),
    ...(draft.form === 'application/json' ? jsonBreakages(asStranger(draft)) : []),
    typeBreakage(draft),
    oddTypes(draft),
    ...(draft.operation.name === 'api addressBatch' ? [hostileAddresses(draft)] : []),
  ];
}

/** A fault of one address in a batch is reported in its place. */
function hostileAddresses(draft: Draft): Breakage {
  const entry = fc.oneof(
    fc.record({ address: hostileText, city: hostileText }, { requiredKeys: [] }),
    hostileText,
    fc.constantFrom(null, 1, [], {}),
  );
  return fc.array(entry, { minLength: 1, maxLength: 10 }).map(entries => ({
    draft: { ...draft, fields: [['requests', JSON.stringify(entries)]] },
    fault: 'hostile addresses',
    expected: [200],
  }));
}

/**
 * Wrong passwords would lock the only user, and spent tokens would end the session of the valid
 * requests. So broken requests use other names and tokens.
 */
function asStranger(draft: Draft): Draft {
  const own = new Map([
    ['username', '"nobody"'],
    ['refresh_token', '"nobody’s token"'],
    ['client_id', '"nobody"'],
  ]);
  const fields = draft.fields.map(([name, json]): Pair => [name, own.get(name) ?? json]);
  return { ...draft, fields };
}

/** What a request of a stranger gets when nothing else is wrong with it. */
const asGood = ({ operation }: Draft) => (operation.host === 'auth' ? [204, 401] : served);

function needlessBody(draft: Draft): Breakage {
  return fc.constantFrom('{}', '{"a":', 'x'.repeat(50_000)).map(text => ({
    draft: { ...draft, bytes: Buffer.from(text), contentType: 'application/json' },
    fault: 'a body that nobody asked for',
    // The body of a POST is parsed, even if the operation has none.
    expected: draft.method === 'POST' ? [...served, 400, 413] : served,
  }));
}

/** Breaks one field, in whichever form it is written. */
function fieldBreakages(draft: Draft): Breakage[] {
  const { fields, operation } = draft;
  const declared = new Map(operation.fields.map(field => [field.name, field]));
  const one = fc.nat(fields.length - 1);
  const isRequired = (at: number) => declared.get(fields[at]![0])?.required;
  const withValue = (at: number, json: string) => ({
    ...draft,
    fields: fields.map((pair, i): Pair => (i === at ? [pair[0], json] : pair)),
  });
  const isText = (at: number) => declared.get(fields[at]![0])?.schema.type === 'string';
  return [
    one.map(at => ({
      draft: { ...draft, fields: fields.filter((_, i) => i !== at) },
      fault: 'a field is missing',
      expected: isRequired(at) ? [400] : asGood(draft),
    })),
    one.map(at => ({
      draft: { ...draft, fields: [...fields, fields[at]!] },
      fault: 'a field is repeated',
      // The last one counts in JSON, as it does nearly everywhere.
      expected: draft.form === 'application/json' ? asGood(draft) : [400],
    })),
    fc.tuple(one, hostileText).map(([at, text]) => ({
      draft: withValue(at, JSON.stringify(text)),
      fault: 'a field with a hostile text',
      expected: isText(at) ? undefined : [400],
    })),
    fc.tuple(one, fc.constantFrom(5_000, 8_000, 15_000, 17_000, 300_000)).map(([at, length]) => ({
      draft: withValue(at, JSON.stringify('x'.repeat(length))),
      fault: 'a huge field',
      expected: length > 262_144 ? [413] : [400, 413],
    })),
    fc.constantFrom('x', 'constructor', 'toString', 'hasOwnProperty').map(name => ({
      draft: { ...draft, fields: [...fields, [name, '"1"'] as const] },
      fault: 'an unknown field',
      expected: operation.isClosed ? [400] : asGood(draft),
    })),
  ];
}

/** Breaks the bytes of a body, whatever they mean. */
function textBreakages(draft: Draft): Breakage[] {
  const body = bodyOf(draft);
  const contentType = typeOf(draft);
  const withBytes = (bytes: Buffer, fault: string, expected: Broken['expected']): Broken => ({
    draft: { ...draft, bytes, contentType },
    fault,
    expected,
  });
  const isJson = draft.form === 'application/json';
  return [
    fc
      .nat(Math.max(0, body.length - 1))
      .map(at => withBytes(body.subarray(0, at), 'a body cut short', isJson ? [400] : undefined)),
    fc
      .tuple(fc.nat(Math.max(0, body.length - 1)), fc.integer({ min: 0, max: 255 }))
      .map(([at, byte]) =>
        withBytes(
          Buffer.concat([body.subarray(0, at), Buffer.from([byte]), body.subarray(at + 1)]),
          'another byte in the body',
          undefined,
        ),
      ),
    fc
      .uint8Array({ maxLength: 400 })
      .map(bytes => withBytes(Buffer.from(bytes), 'bytes at random', undefined)),
    fc.constant(
      withBytes(
        Buffer.from(body.toString(), 'utf16le'),
        'a body in UTF-16',
        isJson ? [400] : undefined,
      ),
    ),
    fc.constant(
      withBytes(Buffer.concat([Buffer.from('\ufeff'), body]), 'a byte order mark', undefined),
    ),
  ];
}

function typeOf(draft: Draft): string {
  return draft.form === 'multipart/form-data'
    ? `${draft.form}; boundary=a-boundary-of-ours`
    : draft.form!;
}

/** JSON values of each kind; those of another kind than a field's are wrong. */
const jsonValues: readonly (readonly [kind: string, json: string])[] = [
  ['null', 'null'],
  ['boolean', 'true'],
  ['number', '1'],
  ['string', '"1"'],
  ['string', '"\\ud800"'],
  ['string', '""'],
  ['array', '[]'],
  ['array', '[1]'],
  ['array', '[[[[]]]]'],
  ['object', '{}'],
  ['object', '{"length":1}'],
];

const kindOf = (field: Field | undefined) =>
  field?.schema.type === 'integer' ? 'number' : String(field?.schema.type);

function jsonBreakages(draft: Draft): Breakage[] {
  const { fields, operation } = draft;
  const declared = new Map(operation.fields.map(field => [field.name, field]));
  const one = fc.nat(fields.length - 1);
  const withValue = (at: number, json: string): Draft => ({
    ...draft,
    fields: fields.map((pair, i): Pair => (i === at ? [pair[0], json] : pair)),
  });
  const withText = (text: string, fault: string, expected: Broken['expected']): Broken => ({
    draft: { ...draft, bytes: Buffer.from(text), contentType: 'application/json' },
    fault,
    expected,
  });
  return [
    fc.tuple(one, fc.constantFrom(...jsonValues)).map(([at, [kind, json]]) => ({
      draft: withValue(at, json),
      fault: 'a field of another type',
      expected: kindOf(declared.get(fields[at]![0])) === kind ? undefined : [400],
    })),
    fc.tuple(one, fc.constantFrom(...oddNumbers)).map(([at, json]) => ({
      draft: withValue(at, json),
      fault: 'a field with an odd number',
      expected: kindOf(declared.get(fields[at]![0])) === 'number' ? undefined : [400],
    })),
    fc.tuple(one, fc.constantFrom(...numbersOutsideJson)).map(([at, json]) => ({
      draft: withValue(at, json),
      fault: 'a number that JSON does not have',
      expected: [400],
    })),
    fc.constantFrom(...noJson).map(text => withText(text, 'no JSON', [400])),
    fc
      .constantFrom('null', 'true', '1', '"x"', '[]', '[{}]', '{}', '')
      .map(text => withText(text, 'JSON that is no request', [400])),
    fc
      .tuple(fc.integer({ min: 1, max: 8_000 }), fc.constantFrom('[', '{"a":', '[{"a":'))
      .map(([depth, open]) => withText(open.repeat(depth), 'deep nesting', [400, 413])),
    fc
      .integer({ min: 1, max: 5_000 })
      .map(depth =>
        withText(`${'['.repeat(depth)}${']'.repeat(depth)}`, 'deep nesting that ends', [400]),
      ),
    fc.constantFrom('__proto__', 'constructor').map(name => {
      const poison: Pair = [name, '{"prototype":{"x":1},"x":1}'];
      return { draft: { ...draft, fields: [...fields, poison] }, fault: name, expected: [400] };
    }),
  ];
}

const wrongTypes = [
  undefined,
  'text/plain',
  'application/xml',
  'multipart/mixed; boundary=x',
  'application/jsonx',
  'application/json-patch+json',
  'json',
  '*/*',
  '/',
  'application/octet-stream',
  'image/png',
];

function typeBreakage(draft: Draft): Breakage {
  const bytes = bodyOf(draft);
  return fc.constantFrom(...wrongTypes).map(contentType => ({
    draft: { ...draft, bytes, contentType },
    fault: 'another media type',
    expected: [415],
  }));
}

/** Types of which it is only known that the answer is described. */
function oddTypes(draft: Draft): Breakage {
  const bytes = bodyOf(asStranger(draft));
  return fc
    .constantFrom(
      'APPLICATION/JSON',
      'application/json;',
      'application/json; charset=utf-16',
      'application/json; charset=',
      'application/json, text/html',
      ' application/json ',
      'application/x-www-form-urlencoded; charset=latin1',
      'multipart/form-data',
      `multipart/form-data; boundary="${'x'.repeat(70)}"`,
      '',
      ';',
      '\xff',
    )
    .map(contentType => ({
      draft: { ...asStranger(draft), bytes, contentType },
      fault: 'an odd media type',
      expected: undefined,
    }));
}
