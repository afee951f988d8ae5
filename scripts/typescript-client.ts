import type { OpenApi, Operation, Schema } from '#http/openapi/document.ts';
import {
  type ClientOperation,
  type Host,
  inputFields,
  operationsOfBoth,
  problemTypes,
} from './client-operations.ts';
import { type NamedTypes, namedTypes } from './named-types.ts';
import { typeScriptSyntax } from './typescript-types.ts';

const head = '// Made by `npm run openapi`: change the routes instead.\n';

/** The client's `operations.ts` and `types.ts`, made from the descriptions of both hosts. */
export function typeScriptClient(descriptions: Readonly<Record<Host, OpenApi>>) {
  const all = operationsOfBoth(descriptions);
  const types = namedTypes(descriptions, typeScriptSyntax);
  const ofOperations = all.flatMap(one => [inputOf(one, types), answerOf(one, types)]);
  return {
    'client/src/operations.ts': head + operationsFile(all),
    'client/src/error-types.ts': head + errorTypesFile(descriptions.api),
    'client/src/types.ts': `${head}import type { SentFile } from './call.ts';

${[...types.definitions(), ...ofOperations.filter(text => text !== '')].join('\n')}`,
  };
}

/** The constants of `type` in problem details, by their last part. */
function errorTypesFile(api: OpenApi): string {
  const lines = problemTypes(api).map(([kind, type]) => `  ${kind}: '${type}',\n`);
  return `\n/** The values of \`type\` of an error. */\nexport const errorTypes = {\n${lines.join('')}} as const;\n`;
}

const capitalised = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const inputName = ({ name }: ClientOperation) => `${capitalised(name)}Input`;
const answerName = ({ name }: ClientOperation) => `${capitalised(name)}Answer`;

/** The type of an operation's input; nothing if it has none. */
function inputOf(one: ClientOperation, types: NamedTypes): string {
  const { host, input, operation } = one;
  if (input === 'none') return '';
  const isFile = input === 'file';
  const inQuery = operation.parameters?.filter(({ in: where }) => where !== 'header') ?? [];
  const described: Operation = isFile ? { parameters: inQuery, responses: {} } : operation;
  const fields = inputFields(described, body => types.resolve(host, body)).map(
    ({ schema, ...field }) => {
      const type = types.typeOf(host, schema, inputName(one) + capitalised(field.name));
      return { ...field, type: field.isRequired ? type : `${type} | undefined` };
    },
  );
  const text = typeScriptSyntax.object(inputName(one), fields, undefined);
  return isFile ? text.replace(' {', ' extends SentFile {') : text;
}

/** The type of a successful response: a file, JSON, or undefined if it has no body. */
function answerOf(one: ClientOperation, types: NamedTypes): string {
  const { host, isFile, operation } = one;
  const schema = jsonOf(operation);
  const type = schema ? types.typeOf(host, schema, answerName(one)) : 'undefined';
  return aliasUnlessSame(answerName(one), isFile ? 'Blob' : type);
}

function jsonOf({ responses }: Operation): Schema | undefined {
  const { content } = responses[200] ?? responses[202] ?? {};
  return content?.['application/json']?.schema;
}

function aliasUnlessSame(name: string, type: string): string {
  return name === type ? '' : typeScriptSyntax.alias(name, type);
}

function operationsFile(all: readonly ClientOperation[]): string {
  const calls = all.map(one => {
    const input = one.input === 'none' ? '' : `input: types.${inputName(one)}, `;
    const answer = `Promise<types.${answerName(one)}>`;
    return `  /** ${one.summary}. */\n  ${one.name}(${input}options?: CallOptions): ${answer};`;
  });
  return `import type { CallOptions } from './call.ts';
import type * as types from './types.ts';

/** Every operation of both hosts as a call. */
export interface Calls {
${calls.join('\n')}
}

export type OperationName = keyof Calls;

export interface Route {
  readonly host: 'api' | 'auth';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A parameter in it is \`{name}\`, and is a field of the input. */
  readonly path: string;
  readonly input: 'query' | 'json' | 'form' | 'urlencoded' | 'file' | 'none';
  /** The fields that are sent in the query, although there is a body. */
  readonly besideBody?: readonly string[];
  readonly needsToken: boolean;
  /** Whether the response is a file. */
  readonly isFile?: true;
  /** Whether it takes a key by which a retry is recognised. */
  readonly hasKey?: true;
  /** Whether the browser sends and stores the cookie of the session. */
  readonly withCookie?: true;
}

/** Path and input of each operation. */
export const operations: Readonly<Record<OperationName, Route>> = {
${all.map(routeOf).join('\n')}
};
`;
}

function routeOf(one: ClientOperation): string {
  const { name, host, method, path, input, besideBody, needsToken, isFile, hasKey, withCookie } =
    one;
  const lines = [
    `host: '${host}'`,
    `method: '${method}'`,
    `path: '${path}'`,
    `input: '${input}'`,
    ...(besideBody.length > 0 ? [`besideBody: ['${besideBody.join("', '")}']`] : []),
    `needsToken: ${needsToken}`,
    ...(isFile ? ['isFile: true'] : []),
    ...(hasKey ? ['hasKey: true'] : []),
    ...(withCookie ? ['withCookie: true'] : []),
  ];
  return `  ${name}: {\n${lines.map(line => `    ${line},\n`).join('')}  },`;
}
