import { hash } from 'node:crypto';
import Type from 'typebox';
import { text, time } from '#http/openapi/wire-types.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import { type LoadedSource, layers, stateOf } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import {
  reportTyp,
  type SummarisedReport,
  signReport,
  summaryTyp,
} from '../../signing/signed-report.ts';
import type { ApiParts } from '../api-parts.ts';

/** The signature of a report on the wire. */
export const SignatureBody = Type.Object(
  {
    jws: text(
      'A detached JWS (RFC 7515, appendix F) with ES256. Its payload is the report without ' +
        `\`signature\`, as canonical JSON (RFC 8785). In its header \`typ\` is \`${reportTyp}\`, ` +
        '`iat` is the time, and `versions` has a short digest of each layer of the data.',
    ),
    summary: text(
      'A JWS with its payload, for the QR code of a printed report: code, address that was found, ' +
        'address as it was asked for (`query`), parcel, position, amounts and time. Its `typ` is ' +
        `\`${summaryTyp}\`.`,
    ),
    code: text('The beginning of the SHA-256 of the signed payload, to print on paper.', {
      pattern: '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$',
    }),
  },
  { title: 'ReportSignature', description: 'Only with `signature=true`.' },
);

const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kid: text('The id that signatures name.'),
          kty: Type.Literal('EC'),
          crv: Type.Literal('P-256'),
          x: text('The x coordinate of the point.'),
          y: text('The y coordinate of the point.'),
          alg: Type.Literal('ES256'),
          use: Type.Literal('sig'),
          created_at: time('date-time', 'From when it signs.'),
          leaked_at: Type.Optional(
            time(
              'date-time',
              'Since when others may have the key; absent if that did not happen. Nothing proves ' +
                'when such a signature was made.',
            ),
          ),
        },
        { title: 'ReportKey' },
      ),
      { description: 'Every key that ever signed, the newest first.' },
    ),
  },
  {
    title: 'ReportKeySet',
    headers: cacheControl('no-cache'),
    description: 'The key set, as RFC 7517 describes it.',
    examples: [
      {
        keys: [
          {
            kid: 'RhUpy0yeYTARkjNfgHlCxzerW8Lv_w4kFnahzE53zCc',
            kty: 'EC',
            crv: 'P-256',
            x: 'IfpKgdT0YuA2CIth4106ZyHd0LgwSB8IqSOzYUMAmBE',
            y: 'jw3a-LCSWiu44yfJFXj5FJosqf7j4P1xrfWM1UeTKjA',
            alg: 'ES256',
            use: 'sig',
            created_at: '2026-11-17T10:00:00.000Z',
          },
        ],
      },
    ],
  },
);

/** `GET /.well-known/ktima-report-keys.json` */
export function registerReportKeys(server: Server, { reportKeys }: ApiParts): void {
  server.get(
    '/.well-known/ktima-report-keys.json',
    {
      schema: {
        operationId: 'reportKeys',
        summary: 'Public keys of signed reports',
        description:
          'The public keys that check signatures of reports, also old ones. They sign nothing else; ' +
          'tokens have keys of their own.',
        tags: ['Service'],
        security: [],
        response: { 200: KeySet },
      },
    },
    async (_, reply) => {
      reply.header('cache-control', 'no-cache');
      return { keys: [...(await reportKeys()).published] };
    },
  );
}

/** Adds the signature to the JSON of a report. */
export async function withSignature(
  report: Buffer,
  reportKeys: ApiParts['reportKeys'],
  sources: readonly LoadedSource[],
  now: Date,
): Promise<Buffer> {
  const { signer } = await reportKeys();
  if (!signer) {
    const message =
      "signature: this service signs no reports; its operator can add a key with 'ktima report-keys add'";
    throw new KtimaError('INVALID_INPUT', message);
  }
  const key = { kid: signer.kid, privateKey: await signer.privateKey };
  const signature = await signReport(JSON.parse(report.toString()) as SummarisedReport, key, {
    iat: Math.floor(now.getTime() / 1_000),
    versions: versionsOf(sources),
  });
  const end = Buffer.from(`,"signature":${JSON.stringify(signature)}}`);
  return Buffer.concat([report.subarray(0, -1), end]);
}

/** A short digest of each layer that has data, so that an answer can be told from one of other data. */
function versionsOf(sources: readonly LoadedSource[]): Record<string, string> {
  const loaded = layers.filter(layer => sources.some(source => source.layer === layer));
  const digest = (text: string) => hash('sha256', text, 'base64url').slice(0, 12);
  return Object.fromEntries(loaded.map(layer => [layer, digest(stateOf(layer, sources).version)]));
}
