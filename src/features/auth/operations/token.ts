import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt, type JWTPayload } from 'jose';
import Type, { type Static } from 'typebox';
import { errorHandler } from '#http/server/error-answers.ts';
import { clientIpOf, ownUrl } from '#http/server/request-head.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError } from '#tools/errors.ts';
import { authenticateClient, type ClientProof, wrongClient } from '../accounts/client-check.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { Client, Session } from '../auth-store.ts';
import {
  accessExample,
  accessFields,
  forbidCaching,
  grantAccess,
} from '../tokens/access-tokens.ts';
import { listMarginMs } from '../tokens/sessions.ts';
import { formType, oauthResponses, sendOAuthError, TokenError } from './oauth-errors.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const text = (description: string, example: string, maxLength = 256) =>
  Type.String({ maxLength, description, examples: [example] });

/** How a client authenticates in a form. */
const proofFields = {
  client_id: Type.Optional(
    text('Of the client, unless it is in `Authorization`.', '3f0f6f0e-5f0c-4f3e-9a51-6d3a1f0f5a77'),
  ),
  client_secret: Type.Optional(text('The secret of the client (`client_secret_post`).', 'ktima_…')),
  client_assertion_type: Type.Optional(text('Of `client_assertion`.', assertionType)),
  client_assertion: Type.Optional(
    text(
      'A JWT that the client has signed with its key (`private_key_jwt`, RFC 7523). `iss` and ' +
        '`sub` are the client, `aud` is this service or this URL, `exp` is at most an hour ' +
        'ahead, and each `jti` works once.',
      'eyJhbGciOi…',
      8_192,
    ),
  ),
};
type ProofForm = Static<ReturnType<typeof Type.Object<typeof proofFields>>>;

const TokenRequest = Type.Object(
  {
    grant_type: text('`client_credentials`; there is no other.', 'client_credentials'),
    scope: Type.Optional(
      text(
        'The wanted scopes, separated by spaces; all of the client by default.',
        'places report',
      ),
    ),
    expires_in: Type.Optional(
      Type.String({
        pattern: '^[1-9]\\d{0,8}$',
        description:
          'The wanted lifetime of the token in seconds, for one that is passed on, as to a page in ' +
          'a browser; never longer than `KTIMA_ACCESS_TOKEN_SECONDS`, which is the default.',
        examples: ['300'],
        'x-expected': 'whole seconds, at least 1',
      }),
    ),
    ...proofFields,
  },
  { title: 'TokenRequest' },
);

const RevokeRequest = Type.Object(
  {
    token: text('An access token of the client.', 'eyJhbGciOi…', 8_192),
    token_type_hint: Type.Optional(text('Not needed.', 'access_token')),
    ...proofFields,
  },
  { title: 'RevokeRequest' },
);

const ClientToken = Type.Object(
  {
    ...accessFields,
    scope: Type.String({ description: 'The scopes of the token, separated by spaces.' }),
  },
  {
    title: 'ClientToken',
    headers: cacheControl('no-store'),
    description: 'The token (RFC 6749 §5.1). There is no refresh token: ask again instead.',
    examples: [{ ...accessExample, scope: 'places report' }],
  },
);

const Revoked = Type.Object(
  {},
  {
    title: 'Revoked',
    headers: cacheControl('no-store'),
    description: 'The token is over. The body has no content (RFC 7009 §2.2).',
    examples: [{}],
  },
);

/** `POST /auth/token` and `POST /auth/revoke` */
export function registerToken(server: Server, parts: AuthParts, log: Server['log']): void {
  server.post(
    '/auth/token',
    {
      onRequest: [forbidCaching, requireForm],
      errorHandler: errorHandler(log, sendOAuthError),
      schema: {
        operationId: 'token',
        summary: 'Token for a program',
        description:
          'OAuth 2.0 client credentials (RFC 6749 §4.4): a client sends its id and secret, as ' +
          '`Authorization: Basic` or in the form, or a signed JWT, and gets an access token. Errors ' +
          'have the body of RFC 6749 §5.2, on this operation only, because OAuth libraries expect it.',
        tags: ['Login'],
        security: [],
        consumes: [formType],
        body: TokenRequest,
        response: { 200: ClientToken, ...oauthResponses() },
      },
    },
    async request => issueToken(parts, request, request.body),
  );
  server.post(
    '/auth/revoke',
    {
      onRequest: [forbidCaching, requireForm],
      errorHandler: errorHandler(log, sendOAuthError),
      schema: {
        operationId: 'revoke',
        summary: 'Revoke a token of a program',
        description:
          'OAuth 2.0 token revocation (RFC 7009): a client authenticates as for a token, and its ' +
          'token is refused within ten seconds, with its other tokens of the same network. A token ' +
          'that is unknown or over is no error; one of another client is.',
        tags: ['Login'],
        security: [],
        consumes: [formType],
        body: RevokeRequest,
        response: {
          200: Revoked,
          ...oauthResponses(),
        },
      },
    },
    async request => {
      await revokeToken(parts, request, request.body);
      return {};
    },
  );
}

/** Ends the session of a token. Its signature does not matter: a client ends its own sessions only. */
async function revokeToken(
  parts: AuthParts,
  request: FastifyRequest,
  form: Static<typeof RevokeRequest>,
): Promise<void> {
  const { store, audit, clock } = parts;
  const clientIp = clientIpOf(request);
  const client = await authenticateClient(parts, proofOf(parts, request, form), clientIp);
  const { sub, sid } = claimsOf(form.token);
  if (typeof sid !== 'string') return;
  if (sub !== client.id) {
    throw new TokenError('invalid_grant', 'token: expected one of this client');
  }
  const ended = await store.endSessions(client.id, sid, clock().getTime());
  if (ended > 0) await audit('token revoked', client.id, clientIp);
}

function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

async function issueToken(
  parts: AuthParts,
  request: FastifyRequest,
  form: Static<typeof TokenRequest>,
) {
  const { keys, store, audit, clock } = parts;
  const clientIp = clientIpOf(request);
  if (form.grant_type !== 'client_credentials') {
    throw new TokenError('unsupported_grant_type', 'grant_type: expected client_credentials');
  }
  const client = await authenticateClient(parts, proofOf(parts, request, form), clientIp);
  const scopes = grantedScopes(client, form.scope);
  const asked = newSession(parts, client, clientIp);
  const id = await store.startClientSession(asked, client);
  if (id === undefined) throw wrongClient();
  await audit('token issued', client.id, clientIp);
  const granted = { session: { ...asked, id }, scopes, isClient: true };
  const { lifetimeSeconds } = parts.tokens;
  const wanted = Number(form.expires_in ?? lifetimeSeconds);
  const tokens = { ...parts.tokens, lifetimeSeconds: Math.min(wanted, lifetimeSeconds) };
  return { ...(await grantAccess(keys, tokens, granted, clock())), scope: scopes };
}

/** A session that lasts as long as the token. The store extends an earlier one of this network. */
function newSession({ tokens, clock }: AuthParts, client: Client, clientIp: string): Session {
  const nowMs = clock().getTime();
  const longest = nowMs + tokens.lifetimeSeconds * 1_000;
  const expiresAtMs = Math.min(longest, client.expiresAtMs ?? longest);
  const times = { startedAtMs: nowMs, refreshedAtMs: nowMs, expiresAtMs };
  const tokensUntilMs = longest + listMarginMs;
  return {
    id: randomUUID(),
    userId: client.id,
    clientIp,
    ...times,
    tokensUntilMs,
    carrier: 'none',
  };
}

function grantedScopes({ scopes }: Client, wanted: string | undefined): string {
  const own = scopes.split(' ');
  const asked = wanted?.split(' ').filter(word => word !== '') ?? own;
  const granted = own.filter(scope => asked.includes(scope));
  if (granted.length > 0 && asked.every(scope => own.includes(scope))) return granted.join(' ');
  throw new TokenError('invalid_scope', `scope: expected some of ${own.join(', ')}`);
}

/** How the client authenticates. It must not use two ways at once (RFC 6749 §2.3). */
function proofOf(parts: AuthParts, request: FastifyRequest, form: ProofForm): ClientProof {
  const { client_id: id, client_secret: secret, client_assertion: assertion } = form;
  const { authorization } = request.headers;
  const ways = [authorization, secret, assertion].filter(way => way !== undefined);
  if (ways.length > 1) {
    throw new TokenError('invalid_request', 'expected one way to authenticate, got several');
  }
  if (authorization !== undefined) return basicCredentials(authorization, id);
  if (assertion !== undefined) {
    if (form.client_assertion_type !== assertionType) {
      throw new TokenError('invalid_request', `client_assertion_type: expected ${assertionType}`);
    }
    return { id, assertion, audiences: audiencesOf(parts, request) };
  }
  if (id === undefined || secret === undefined) throw wrongClient();
  return { id, secret };
}

/** Reads `Authorization: Basic`; id and secret are encoded as in a form (RFC 6749 §2.3.1). */
function basicCredentials(authorization: string, formId: string | undefined): ClientProof {
  const [, encoded = ''] = /^basic +([a-z\d+/]+=*)$/i.exec(authorization) ?? [];
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  const [id = '', secret = ''] = [decoded.slice(0, colon), decoded.slice(colon + 1)].map(
    formDecode,
  );
  if (colon < 1 || id === '') throw wrongClient();
  if (formId !== undefined && formId !== id) {
    throw new TokenError('invalid_request', 'client_id: expected the one of Authorization');
  }
  return { id, secret };
}

function formDecode(value: string): string {
  return new URLSearchParams(`v=${value.replaceAll('&', '%26')}`).get('v') ?? '';
}

/** The names of this service in the `aud` of an assertion; no header chooses them. */
function audiencesOf({ tokens }: AuthParts, request: FastifyRequest): string[] {
  const base = ownUrl(request);
  return [tokens.issuer, base, `${base}/`, `${base}/auth/token`];
}

function requireForm(
  { headers }: FastifyRequest,
  _: FastifyReply,
  done: (e?: Error) => void,
): void {
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(headers['content-type'] ?? '');
  const message = `Content-Type: expected ${formType}`;
  done(isForm ? undefined : new KtimaError('UNSUPPORTED_MEDIA_TYPE', message));
}
