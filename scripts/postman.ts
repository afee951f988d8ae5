import type { Content, OpenApi, Operation, Parameter, Schema } from '#http/openapi/document.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Stores the tokens after a login, for the requests that need one. */
const keepTokens = [
  'const tokens = pm.response.json();',
  "if (tokens.access_token) pm.collectionVariables.set('access_token', tokens.access_token);",
  "if (tokens.refresh_token) pm.collectionVariables.set('refresh_token', tokens.refresh_token);",
];

/** Without a client, the requests for its token are left out. */
const needsClient = ["if (!pm.variables.get('client_id')) pm.execution.skipRequest();"];

/** Ends the session of the other requests, so it comes last. */
const lastOperation = 'logout';

/** Operations that only the pages of the console may call. */
const consoleOnly = '/auth/session';
/** Requests with files need ids of earlier ones, those for zones and buildings loaded ones. */
const needsMore = /^\/api\/portfolios\/|\{kind\}|buildings\/items\/\{id\}/;

/** A collection of every operation with example values, for Postman, Bruno and similar programs. */
export function postmanCollection({ api, auth }: Record<'api' | 'auth', OpenApi>): string {
  const collection = {
    info: {
      name: 'Ktima',
      description:
        'Made from the OpenAPI descriptions by `npm run openapi`. Log in first, or run the whole ' +
        'collection in its order: each request checks its answer. Tokens for a program need ' +
        'client_id and client_secret of `ktima client add`.',
      schema,
    },
    auth: { type: 'bearer', bearer: [variable('token', '{{access_token}}')] },
    variable: [
      { key: 'api_url', value: 'http://127.0.0.1:8000' },
      { key: 'auth_url', value: 'http://127.0.0.1:8001' },
      { key: 'username', value: 'demo' },
      { key: 'password', value: 'ktima-demo' },
      { key: 'access_token', value: '' },
      { key: 'refresh_token', value: '' },
      { key: 'client_id', value: '' },
      { key: 'client_secret', value: '' },
    ],
    item: [
      {
        name: 'Authentication service',
        item: requestsOf(auth, '{{auth_url}}', name => name !== lastOperation),
      },
      { name: 'Main API', item: requestsOf(api, '{{api_url}}', () => true) },
      { name: 'Log out', item: requestsOf(auth, '{{auth_url}}', name => name === lastOperation) },
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestsOf(
  description: OpenApi,
  host: string,
  isWanted: (operationId: string | undefined) => boolean,
) {
  const named = description.components?.schemas ?? {};
  return Object.entries(description.paths)
    .filter(([path]) => !path.startsWith(consoleOnly) && !needsMore.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => isWanted(operationId))
        .map(([method, operation]) => {
          const needsToken = (operation.security ?? description.security ?? []).length > 0;
          return request(method.toUpperCase(), host, path, operation, needsToken, named);
        }),
    );
}

function request(
  method: string,
  host: string,
  template: string,
  operation: Operation,
  needsToken: boolean,
  named: NamedSchemas,
) {
  const path = withExamples(template, operation);
  const query = (operation.parameters ?? []).filter(one => one.in === 'query').map(queryParameter);
  const asked = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${value}`);
  return {
    name: operation.summary,
    event: events(operation, named),
    request: {
      method,
      description: operation.description,
      ...(!needsToken && { auth: { type: 'noauth' } }),
      ...body(operation, named),
      url: {
        raw: `${host}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        host: [host],
        // The last part is empty when the path ends in a slash: the slash is part of the path.
        path: path.slice(1).split('/'),
        query,
      },
    },
  };
}

/** The scripts of a request: it checks its answer, and a login stores its tokens. */
function events({ operationId = '', responses }: Operation, named: NamedSchemas) {
  const issuesTokens = ['login', 'refresh'].includes(operationId);
  const checks = [...answerChecks(responses, named), ...(issuesTokens ? keepTokens : [])];
  const event = (listen: string, exec: readonly string[]) => ({
    listen,
    script: { type: 'text/javascript', exec },
  });
  return [
    ...(['token', 'revoke'].includes(operationId) ? [event('prerequest', needsClient)] : []),
    event('test', checks),
  ];
}

/** Assertions on the status, the id and the fields of an answer. */
function answerChecks(responses: Operation['responses'], named: NamedSchemas): string[] {
  const statuses = Object.keys(responses).filter(status => status.startsWith('2'));
  const { type, required = [] } = schemaOf(responses['200']?.content, named);
  const body = type === 'array' ? ".to.be.an('array')" : keysCheck(required);
  return [
    `pm.test('the status is ${statuses.join(' or ')}', () => {`,
    `  pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]);`,
    '});',
    "pm.test('the answer has an id', () => {",
    "  pm.response.to.have.header('X-Request-Id');",
    '});',
    ...(body === undefined
      ? []
      : [
          "pm.test('the body is as described', () => {",
          `  pm.expect(pm.response.json())${body};`,
          '});',
        ]),
  ];
}

function keysCheck(required: readonly string[]): string | undefined {
  if (required.length === 0) return undefined;
  return `.to.include.keys(${required.map(name => `'${name}'`).join(', ')})`;
}

/** The schema of a body in JSON; an empty one if there is none. */
function schemaOf(content: Content | undefined, named: NamedSchemas): Schema {
  const { schema: own } = content?.['application/json'] ?? {};
  return named[own?.$ref?.split('/').at(-1) ?? ''] ?? own ?? {};
}

/** A path with example values in place of its parameters. */
function withExamples(template: string, { parameters = [] }: Operation): string {
  return template.replace(/\{(\w+)\}/g, (_, name) =>
    String(parameters.find(one => one.in === 'path' && one.name === name)?.example),
  );
}

/** A parameter that is optional and has no example is disabled. */
function queryParameter(parameter: Parameter) {
  const { name, required, description, example, schema: { default: usual = '' } = {} } = parameter;
  return {
    key: name,
    value: String(example ?? usual),
    description,
    disabled: !required && example === undefined,
  };
}

type NamedSchemas = Readonly<Record<string, Schema>>;

function body({ requestBody }: Operation, named: NamedSchemas) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !media) return {};
  if (type === 'application/json') {
    const raw = JSON.stringify(media.example, null, 2);
    return {
      header: [{ key: 'Content-Type', value: type }],
      body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
    };
  }
  const mode = type === 'multipart/form-data' ? 'formdata' : 'urlencoded';
  return {
    body: {
      mode,
      [mode]: formFields(named[media.schema?.$ref?.split('/').at(-1) ?? '']?.properties ?? {}),
    },
  };
}

const fieldVariables = ['username', 'password', 'refresh_token', 'client_id', 'client_secret'];

const fixedValues: Readonly<Record<string, string>> = {
  grant_type: 'client_credentials',
  token: 'the-token-to-revoke',
};

/** Fields use the collection's variable of their name, or their value; others are disabled. */
function formFields(properties: Readonly<Record<string, object>>) {
  return Object.keys(properties).map(name => {
    const value = fieldVariables.includes(name) ? `{{${name}}}` : (fixedValues[name] ?? '');
    return { ...variable(name, value), type: 'text', disabled: value === '' };
  });
}

function variable(key: string, value: string) {
  return { key, value, type: 'string' };
}
