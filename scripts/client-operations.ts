import type { OpenApi, Operation, Schema } from '#http/openapi/document.ts';

export type Host = 'api' | 'auth';

/** Tags of operations that GIS and map programs call by their standards. */
const notInClient = ['GIS', 'Map'];

export interface ClientOperation {
  /** The method of the client; what both hosts have is prefixed on the second. */
  readonly name: string;
  readonly host: Host;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly input: 'query' | 'json' | 'form' | 'urlencoded' | 'file' | 'none';
  /** The fields in the query of an operation with a body. */
  readonly besideBody: readonly string[];
  readonly needsToken: boolean;
  /** Whether the response is a file. */
  readonly isFile: boolean;
  /** Whether it takes an `Idempotency-Key`, so that a retry starts nothing twice. */
  readonly hasKey: boolean;
  readonly withCookie: boolean;
  readonly summary: string;
  /** Its description. */
  readonly operation: Operation;
}

/** The operations of both hosts that clients have as methods. */
export function operationsOfBoth(descriptions: Readonly<Record<Host, OpenApi>>) {
  const api = operationsOf('api', descriptions.api, []);
  return [...api, ...operationsOf('auth', descriptions.auth, api)];
}

/** Its format is a field. A report is a file too, but only by its `Accept`. */
function isFile(content: object): boolean {
  return workbook in content || ('application/pdf' in content && !('application/json' in content));
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function operationsOf(
  host: Host,
  { paths, security }: OpenApi,
  others: readonly ClientOperation[],
) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags = [] }]) => !tags.some(tag => notInClient.includes(tag)))
      .flatMap(([method, operation]): ClientOperation[] => {
        const id = operation.operationId!;
        const isTaken = others.some(other => other.id === id);
        const one: ClientOperation = {
          name: isTaken ? host + id[0]!.toUpperCase() + id.slice(1) : id,
          host,
          id,
          method: method.toUpperCase(),
          path,
          input: inputOf(operation),
          besideBody: inputOf(operation) === 'json' ? inQuery(operation) : [],
          isFile: isFile(contentOf(operation)),
          needsToken: (operation.security ?? security ?? []).length > 0,
          hasKey: operation.parameters?.some(({ name }) => name === 'idempotency-key') ?? false,
          withCookie: operation.tags?.includes('Console') ?? false,
          summary: operation.summary!,
          operation,
        };
        return one.isFile && 'application/json' in contentOf(operation)
          ? asJsonAndFile(one)
          : [one];
      }),
  );
}

/** An operation whose file may be JSON is two: one with a type, and one for its other formats. */
function asJsonAndFile(one: ClientOperation): ClientOperation[] {
  const parameters = one.operation.parameters?.filter(({ name }) => name !== 'format') ?? [];
  const operation = { ...one.operation, parameters };
  return [
    { ...one, isFile: false, operation },
    { ...one, name: `${one.name}File`, summary: `${one.summary} as a file` },
  ];
}

/** What a successful response may be. */
function contentOf({ responses }: Operation): object {
  return responses[200]?.content ?? {};
}

function inputOf({ requestBody, parameters = [] }: Operation): ClientOperation['input'] {
  const types = Object.keys(requestBody?.content ?? {});
  if (types.includes('multipart/form-data')) return 'form';
  if (types.includes('application/json')) return 'json';
  if (types.includes('application/octet-stream')) return 'file';
  if (types.length > 0) return 'urlencoded';
  return parameters.length > 0 ? 'query' : 'none';
}

function inQuery({ parameters = [] }: Operation): string[] {
  return parameters.filter(one => one.in === 'query').map(({ name }) => name);
}

/** A field of an operation's input. */
export interface InputField {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/** The fields of the URL and of the body: required ones first, then in the order of the description. */
export function inputFields(
  { parameters = [], requestBody }: Operation,
  resolve: (body: Schema) => Schema,
): InputField[] {
  const inUrl = parameters.map(
    ({ name, schema = {}, required = false, description }): InputField => ({
      name: name.replaceAll('-', '_'),
      schema,
      isRequired: required,
      description,
    }),
  );
  const [media] = Object.values(requestBody?.content ?? {});
  const body = resolve(media?.schema ?? {});
  const inBody = Object.entries(body.properties ?? {}).map(
    ([name, schema]): InputField => ({
      name,
      schema,
      isRequired: body.required?.includes(name) ?? false,
      description: schema.description,
    }),
  );
  if (media && inBody.length === 0) throw new Error('a body without fields cannot be written');
  const all = [...inUrl, ...inBody];
  return [...all.filter(one => one.isRequired), ...all.filter(one => !one.isRequired)];
}

/** The values of `type` of a problem, by their last part. */
export function problemTypes({ components }: OpenApi): [kind: string, type: string][] {
  const types = components!.schemas!.Problem!.properties!.type!.enum as string[];
  return types.map(type => [type.split(':').at(-1)!, type]);
}
