import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { parcelWkt } from '#domain/property/parcels.ts';
import { optional, text } from '#http/openapi/wire-types.ts';
import type { Scope } from '#http/scopes.ts';
import { acceptedType } from '#http/server/accept.ts';
import { sendText } from '#http/server/send-json.ts';
import { openSlots } from '#http/server/slots.ts';
import { KtimaError } from '#tools/errors.ts';
import { languages } from '#tools/notation/languages.ts';
import type { ApiParts, PageInput, ReportPages } from '../api-parts.ts';
import type { DocumentFields } from './document-fields.ts';
import { documentOf } from './document-images.ts';
import { ReportBody, ReportQuery } from './report-body.ts';

/** The parameters of a report that may be a document. */
export const PagesQuery = Type.Object({
  ...ReportQuery.properties,
  language: optional.oneOf(
    languages,
    'The language of a report as HTML or PDF; by default that of `Accept-Language`, otherwise Greek. JSON has none.',
    { 'x-expected': languages.join(' or ') },
  ),
});

const [json, html, pdf] = ['application/json', 'text/html', 'application/pdf'] as const;
const reportTypes = [json, html, pdf] as const;
export type ReportType = (typeof reportTypes)[number];

/** The OpenAPI response with a report, in each format. */
export const ReportResponse = {
  description:
    'The report. With `Accept: text/html` it is a document of A4 pages in one file that needs no ' +
    'network, with `application/pdf` the same as a PDF. All other requests get JSON.',
  content: {
    [json]: { schema: ReportBody },
    [html]: {
      schema: text('The pages with their plans, in the language of `language`.', {
        title: 'ReportPages',
        examples: ['(bytes)'],
      }),
    },
    [pdf]: {
      schema: text('The same pages.', {
        title: 'ReportPdf',
        format: 'binary',
        examples: ['(bytes)'],
      }),
    },
  },
};

/** The format that a request asks for: JSON unless it names another one that this service makes. */
export function reportType(
  accept: string | undefined,
  reportPages: ReportPages | undefined,
  types: readonly ReportType[] = reportTypes,
): ReportType {
  const made = types.filter(
    type => type === json || (reportPages && (type === html || reportPages.pdf)),
  );
  const type = acceptedType(accept, made);
  if (type !== undefined) return type;
  const wanted = acceptedType(accept, types);
  if (wanted === undefined) return json;
  const why = reportPages ? 'KTIMA_CHROMIUM is not set' : 'the console is not built';
  throw new KtimaError('NOT_ACCEPTABLE', `this service makes no ${wanted}, because ${why}`);
}

/** A document takes longer than an answer: a browser is started for a PDF. */
export const pagesLimitMs = 40_000;

/** A page is a thread for a second, a PDF then also a browser with some processes. */
export function openDocumentSlots() {
  return {
    [html]: openSlots({ slots: 2, queue: 20 }, 'documents'),
    [pdf]: openSlots({ slots: 2, slotsOfOne: 1, queue: 8 }, 'PDF documents'),
  };
}

/** In which form a document is wanted, by a token with which scopes, and what is written on it. */
interface DocumentRequest extends Pick<PageInput, 'language'> {
  readonly type: ReportType;
  readonly scopes: ReadonlySet<Scope> | undefined;
  readonly fields?: DocumentFields | undefined;
  readonly signal: AbortSignal;
}

/** Makes the document of a report, which is JSON. */
export async function reportDocument(
  { reportPages, store, requireToken }: Pick<ApiParts, 'reportPages' | 'store' | 'requireToken'>,
  report: Buffer,
  { type, language, scopes, fields, signal }: DocumentRequest,
): Promise<Buffer> {
  const { parcel } = JSON.parse(report.toString()) as { parcel: { kaek: string } | null };
  const found = parcel ? await store.until(signal).findParcel(parcel.kaek) : undefined;
  const gridOutline = found && parcelWkt(found, 2100);
  // Where tiles need a token, they need its scope in a document too.
  const hasTiles = requireToken !== 'all' || scopes?.has('open') === true;
  const document = fields && (await documentOf(fields, reportPages!, signal));
  const input = { report, gridOutline, language, hasTiles, document };
  const page = await reportPages!.html(input, signal);
  return type === pdf ? reportPages!.pdf!(page, signal) : page;
}

/** Sends a report as a document. Its pages load and run nothing. */
export function sendDocument(reply: FastifyReply, type: ReportType, bytes: Buffer): FastifyReply {
  reply.type(type).header('content-security-policy', pagePolicy);
  return type === pdf ? reply.send(bytes) : sendText(reply, bytes);
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'";
