import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { text } from '#http/openapi/wire-types.ts';
import { scopes } from '#http/scopes.ts';
import { ownUrl } from '#http/server/request-head.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import { clientAlgorithms } from '../accounts/clients.ts';
import type { AuthParts } from '../auth-parts.ts';

const texts = (description: string) => Type.Array(Type.String(), { description });

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

const Metadata = Type.Object(
  {
    issuer: text('The `iss` of tokens.'),
    token_endpoint: text('Where a client gets tokens.'),
    jwks_uri: text('The public keys of the tokens.'),
    scopes_supported: texts('All scopes.'),
    response_types_supported: texts('None: there is no authorization endpoint.'),
    grant_types_supported: texts('How tokens are obtained.'),
    token_endpoint_auth_methods_supported: texts('How a client may authenticate.'),
    token_endpoint_auth_signing_alg_values_supported: texts('The algorithms of signed JWTs.'),
    revocation_endpoint: text('Where a client revokes its tokens.'),
    revocation_endpoint_auth_methods_supported: texts('How a client may authenticate there.'),
    revocation_endpoint_auth_signing_alg_values_supported: texts('The algorithms there.'),
  },
  {
    title: 'AuthorizationServer',
    headers: cacheControl('no-cache'),
    description: 'The metadata (RFC 8414).',
    examples: [metadataOf('http://127.0.0.1:8001', 'http://127.0.0.1:8001')],
  },
);

function metadataOf(issuer: string, base: string) {
  return {
    issuer,
    token_endpoint: `${base}/auth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    scopes_supported: [...scopes],
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
    revocation_endpoint: `${base}/auth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
  };
}

/** `GET /.well-known/oauth-authorization-server` */
export function registerServerMetadata(server: Server, { tokens }: AuthParts): void {
  server.get(
    '/.well-known/oauth-authorization-server',
    {
      schema: {
        operationId: 'authorizationServer',
        summary: 'Metadata for OAuth 2.0 clients',
        description: 'Where and how a program gets tokens, for OAuth 2.0 libraries (RFC 8414).',
        tags: ['Login'],
        security: [],
        response: { 200: Metadata },
      },
    },
    async (request: FastifyRequest, reply) => {
      reply.header('cache-control', 'no-cache');
      return metadataOf(tokens.issuer, ownUrl(request));
    },
  );
}
