import Type, { type Static } from 'typebox';
import { optional } from '#http/openapi/wire-types.ts';
import { acceptedLanguage } from '#http/server/accept.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { whileInSlot } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidator } from '#http/server/validation.ts';
import { type Language, languages } from '#tools/notation/languages.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import { entryReader } from '../batch-entries.ts';
import { DocumentFields, readDocumentFields, within } from './document-fields.ts';
import { reportBasis, reportOn, reportValidator } from './property-report.ts';
import { ReportQuery } from './report-body.ts';
import {
  type openDocumentSlots,
  pagesLimitMs,
  ReportResponse,
  reportDocument,
  reportType,
  sendDocument,
} from './report-pages.ts';

const formats = ['html', 'pdf'] as const;

const Property = Type.Object(ReportQuery.properties, {
  title: 'DocumentProperty',
  description: 'The parameters of `property-report`, numbers as JSON numbers.',
  additionalProperties: false,
});

const properties = {
  property: Property,
  format: optional.oneOf(formats, 'The format of the document; `html` by default.', {
    'x-expected': formats.join(' or '),
  }),
  language: optional.oneOf(
    languages,
    'The language of the document; by default that of `Accept-Language`, otherwise Greek.',
    { 'x-expected': languages.join(' or ') },
  ),
};

const Body = Type.Object(
  { ...properties, fields: DocumentFields },
  {
    title: 'ReportDocument',
    additionalProperties: false,
    examples: [
      {
        property: { kaek_code: '050099901001' },
        format: 'html',
        language: 'en',
        fields: { template: 'collateral', preparer: 'A. Valuer', value: 165000 },
      },
    ],
  },
);

/** What is inside is read later, so that a fault is named with its place. */
const Outline = Type.Object(
  { ...properties, property: Type.Unknown(), fields: Type.Unknown() },
  { additionalProperties: false },
);

/** 10 MB of images as base64, and the longest texts. */
const bodyLimitBytes = 14_680_064;

const [html, pdf] = ['text/html', 'application/pdf'] as const;

interface Sent {
  readonly property: unknown;
  readonly fields: unknown;
  readonly format?: (typeof formats)[number];
  readonly language?: Language;
}

/** `POST /api/property-report/document/` */
export function registerReportDocument(
  server: Server,
  parts: ApiParts,
  slots: ReturnType<typeof openDocumentSlots>,
): void {
  const readProperty = entryReader(Property, reportValidator(parts));
  server.post(
    '/api/property-report/document/',
    {
      config: { scope: 'report' },
      bodyLimit: bodyLimitBytes,
      validatorCompiler: route => compileValidator({ ...route, schema: Outline }),
      schema: {
        operationId: 'propertyReportDocument',
        summary: 'Report with the fields of a valuer',
        description:
          'Makes a report as HTML or PDF with what a valuer writes on it: fields, comparables with ' +
          'adjustments, photographs and a logo. The pages are those that the console prints. ' +
          'Fields that the template requires and that are missing are printed as not stated, and ' +
          'then the document has no statement of compliance and no place for a signature. Nothing ' +
          'of the request is stored. Photographs and a logo need a Chromium (`KTIMA_CHROMIUM`).',
        tags: ['Property'],
        body: Body,
        response: responses(
          {
            description: 'The document, in the format that was asked for.',
            content: {
              [html]: ReportResponse.content[html],
              [pdf]: ReportResponse.content[pdf],
            },
          },
          {
            400: 'A field is not as described, or an image is none or too large.',
            404: 'The address was not found, or no parcel with this code is loaded.',
            406: 'This service does not make the format.',
            413: 'The body is too large.',
            415: 'The body is not JSON.',
            503: unavailable('The database, the keys to check tokens, or what makes documents,'),
          },
        ),
      },
    },
    async (request, reply) => {
      const body = request.body as Sent;
      const type = body.format === 'pdf' ? pdf : html;
      reportType(type, parts.reportPages, [type]);
      const property = within('property', () => readProperty(body.property));
      const fields = readDocumentFields(body.fields);
      const { language = acceptedLanguage(request, reply) ?? languages[0] } = body;
      const scopes = request.caller?.scopes;
      const make = async (signal: AbortSignal) => {
        const basis = reportBasis(parts, dataUntil(signal, parts), scopes, signal);
        const form = { type, language, scopes, signal, fields };
        return reportDocument(
          parts,
          await reportOn(basis, property as Static<typeof Property>),
          form,
        );
      };
      // Images are drawn by a browser too.
      const slot = fields.photographs || fields.logo ? pdf : type;
      const bytes = await whileInSlot(slots[slot], reply, make, pagesLimitMs);
      return sendDocument(reply, type, bytes);
    },
  );
}
