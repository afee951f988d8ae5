import type { Static } from 'typebox';
import { sureConfidence } from '#domain/property/address-match.ts';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { checkConstructionYear, yearOf } from '#domain/property/cost/ageing.ts';
import type { CostAnswer } from '#domain/property/cost/cost.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { Scope } from '#http/scopes.ts';
import { acceptedLanguage } from '#http/server/accept.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { sendJson } from '#http/server/send-json.ts';
import { whileInSlot } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidatorWith, type Wrong } from '#http/server/validation.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import {
  type Edition,
  gazetteerSource,
  inOrder,
  type Layer,
  type LoadedSource,
} from '#storage/store/store.ts';
import { collectFaults, invalidInput, type KtimaError } from '#tools/errors.ts';
import { languages } from '#tools/notation/languages.ts';
import type { Sentence } from '#tools/notation/sentences.ts';
import { buildingsOfSubject } from '../../report/buildings-section.ts';
import { costSection, postalCodeOf } from '../../report/cost-section.ts';
import { costTerms } from '../../report/cost-terms.ts';
import { gridsOfSubject } from '../../report/grids-section.ts';
import { type Data, kaekOf } from '../../report/look-up.ts';
import {
  type Section,
  type Subject,
  subjectByAddress,
  subjectByCode,
  subjectByCoordinates,
} from '../../report/subject.ts';
import { type ZoneData, zonesOfSubject } from '../../report/zones-section.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import { explainedCost } from '../cost/cost-answer.ts';
import { checkTerms, loadedTypes, termsOf } from '../cost/cost-query.ts';
import { toBuildingsBody } from '../property/buildings-operation.ts';
import { toGridsBody } from '../property/grids-operation.ts';
import { toParcelBody } from '../property/parcel-answer.ts';
import { pointsAround, walkedPoints } from '../property/points-of-interest.ts';
import { toZonesBody } from '../property/zones-operation.ts';
import type { Point } from '../shared-schemas.ts';
import { missingSection, type ReportQuery, type SectionName, sections } from './report-body.ts';
import {
  type openDocumentSlots,
  PagesQuery,
  pagesLimitMs,
  ReportResponse,
  reportDocument,
  reportType,
  sendDocument,
} from './report-pages.ts';

type Query = Static<typeof ReportQuery>;

/** `GET /api/property-report/` */
export function registerPropertyReport(
  server: Server,
  parts: ApiParts,
  slots: ReturnType<typeof openDocumentSlots>,
): void {
  server.get(
    '/api/property-report/',
    {
      config: { scope: 'report' },
      validatorCompiler: reportValidator(parts),
      schema: {
        operationId: 'propertyReport',
        summary: 'Report on a property',
        description:
          'Combines all operations for one property: location, parcel, reconstruction cost, points ' +
          'of interest, zones, buildings, and the sources of the data. Send exactly one of `address`, `result_id`, ' +
          '`kaek_code`, or `latitude` and `longitude`; `address` may be beside `result_id`. The cost needs `property_type` and `build_area`. It uses ' +
          'the postal code of the location unless one is sent. One that contradicts the location ' +
          'gives no cost, and neither does the location of an address whose confidence is below ' +
          `${sureConfidence}. Where the address is in several towns, five digits choose among them. ` +
          'Without a location, for example outside Greece, there is no cost. Every section is always ' +
          'present, except `zones`, `buildings` and `grids` while none are loaded, and equal to the response of its own ' +
          'operation. A section without data is null, and `missing` says why. ' +
          'For an address, the parcel is looked up only if the exact house was found.',
        tags: ['Property'],
        querystring: PagesQuery,
        response: responses(ReportResponse, {
          400: 'None or several of address, result_id, kaek_code and coordinates were sent, or a parameter is not as described or names something that is not loaded.',
          404: 'The address was not found, or no parcel with this code is loaded.',
          406: 'Only PDF or HTML is accepted, and this service does not make it.',
          503: unavailable('The database, the keys to check tokens, or what makes documents,'),
        }),
      },
    },
    async (request, reply) => {
      const type = reportType(request.headers.accept, parts.reportPages);
      const scopes = request.caller?.scopes;
      const make = (signal: AbortSignal) => {
        const data = dataUntil(signal, parts);
        return reportOn(reportBasis(parts, data, scopes, signal), request.query);
      };
      if (type === 'application/json') return sendJson(reply, await whileWanted(reply, make));
      const document = async (signal: AbortSignal) => {
        const { language = acceptedLanguage(request, reply) ?? languages[0] } = request.query;
        const form = { type, language, scopes, signal };
        return reportDocument(parts, await make(signal), form);
      };
      const bytes = await whileInSlot(slots[type], reply, document, pagesLimitMs);
      return sendDocument(reply, type, bytes);
    },
  );
}

/** What a report is made of. */
export type ReportParts = Pick<ApiParts, 'clock' | 'edition' | 'zoneKinds' | 'coast'>;

/** Validates the parameters of a report. */
export function reportValidator(parts: ReportParts) {
  return compileValidatorWith(loadedTypes(parts), (query: Partial<Query>, wrong) => {
    const isSent = (name: keyof Query) => query[name] !== undefined || wrong.has(name);
    collectFaults(
      () => checkBuilding(parts, query, isSent, wrong),
      () => checkWays(isSent),
      () => query.kaek_code === undefined || kaekOf(query.kaek_code),
    );
  });
}

type IsSent = (name: keyof Query) => boolean;

/** The terms of the cost count only if there is one. */
function checkBuilding(
  parts: ReportParts,
  query: Partial<Query>,
  isSent: IsSent,
  wrong: Wrong,
): void {
  if (isSent('property_type') && isSent('build_area')) checkTerms(parts, query, wrong);
  else checkConstructionYear(query.construction_year, yearOf(dateInAthens(parts.clock())));
}

const ways = 'address, result_id, kaek_code, or latitude and longitude';

/** Throws INVALID_INPUT if the property is not named in exactly one way. */
function checkWays(isSent: IsSent): void {
  const byPoint = isSent('latitude') || isSent('longitude');
  const byAddress = isSent('address') || isSent('result_id');
  const sent = [byAddress, isSent('kaek_code'), byPoint].filter(Boolean).length;
  if (sent !== 1) throw wrongWays(sent === 0 ? 'none' : 'several');
  if (byPoint && !isSent('latitude')) throw wrongWays('no latitude');
  if (byPoint && !isSent('longitude')) throw wrongWays('no longitude');
}

function wrongWays(got: string): KtimaError {
  const message = `expected exactly one of ${ways}; got ${got}`;
  return invalidInput([{ field: '', code: 'conflict', message }]);
}

/** What reports are made from: for all reports of a batch the same. */
interface ReportBasis {
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly data: Data;
  /** Why reports have no neighbourhood; undefined if they have. */
  readonly noPlaces: Sentence | undefined;
  readonly zoneData: ZoneData;
  /** Why reports have no zones; undefined if they have. */
  readonly noZones: Sentence | undefined;
}

/** What reports of one request are made from. */
export function reportBasis(
  { clock, zoneKinds, coast }: Omit<ReportParts, 'edition'>,
  data: Data,
  scopes: ReadonlySet<Scope> | undefined,
  signal: AbortSignal,
): ReportBasis {
  const without = (scope: Scope): Sentence | undefined =>
    scopes?.has(scope) ? undefined : { code: 'needs_scope', values: { scope } };
  return {
    now: clock(),
    signal,
    data,
    noPlaces: without('places'),
    zoneData: { store: data.store, zoneKinds, coast },
    noZones: without('zones'),
  };
}

/** The report as JSON. */
export async function reportOn(basis: ReportBasis, query: Query): Promise<Buffer> {
  const { now, data, noPlaces } = basis;
  const { edition } = data;
  const today = dateInAthens(now);
  const subject = await findSubject(data, query);
  const { position, location, parcel } = subject;
  const postalCode = postalCodeOf(edition, subject, query.postal_code);
  const cost = costSection(edition, buildingOf(query), postalCode, today);
  const sources = usedSources(edition, await data.store.loadedSources());
  const before = {
    query: sentParameters(query),
    position,
    location: 'found' in location ? location.found : null,
    parcel: 'found' in parcel ? await parcelBody(data, sources, parcel.found) : null,
    cost: costBody(cost, query, postalCode, today),
  };
  const neighbourhood =
    noPlaces === undefined
      ? { found: await neighbourhoodOf(basis, position) }
      : { missing: noPlaces };
  const zones = await partOf(basis, sources, 'zones', () =>
    zonesOfSubject(basis.zoneData, subject),
  );
  const buildings = await partOf(basis, sources, 'buildings', () =>
    buildingsOfSubject(data.store, subject),
  );
  const grids = await partOf(basis, sources, 'grids', () => gridsOfSubject(data.store, subject));
  const extra = {
    ...(zones && { zones }),
    ...(buildings && { buildings }),
    ...(grids && { grids }),
  };
  const after = {
    ...(zones && { zones: 'found' in zones ? toZonesBody(zones.found) : null }),
    ...(buildings && {
      buildings: 'found' in buildings ? toBuildingsBody(buildings.found, sources) : null,
    }),
    ...(grids && { grids: 'found' in grids ? toGridsBody(grids.found) : null }),
    missing: missing({ location, parcel, cost, neighbourhood, ...extra }),
    sources: sources.map(toSourceBody),
    year: yearOf(today),
    generated_at: now.toISOString(),
  };
  const places = 'found' in neighbourhood ? neighbourhood.found : Buffer.from('null');
  return withNeighbourhood(before, places, after);
}

/** The places around as JSON, with the ways on foot if some are loaded. */
async function neighbourhoodOf(
  { data: { edition }, signal }: ReportBasis,
  point: Point,
): Promise<Buffer> {
  if (edition.ways.from.length > 0) return walkedPoints(edition, point, signal);
  return pointsAround(edition, point.latitude, point.longitude);
}

/** Finds the property by address, KAEK or coordinates. */
async function findSubject(
  data: Data,
  { address, result_id, kaek_code, latitude, longitude, postal_code }: Query,
): Promise<Subject> {
  if (address !== undefined || result_id !== undefined) {
    return subjectByAddress(data, address, postal_code, result_id);
  }
  if (kaek_code !== undefined) return subjectByCode(data, kaek_code);
  return subjectByCoordinates(data, latitude!, longitude!);
}

function buildingOf(query: Query) {
  const { property_type, build_area, construction_year } = query;
  return {
    ...termsOf(query),
    propertyType: property_type,
    buildAreaM2: build_area,
    constructionYear: construction_year,
  };
}

/** The parcel with the name of its source. */
async function parcelBody({ store }: Data, sources: readonly LoadedSource[], parcel: Parcel) {
  const [only, ...others] = sources.filter(({ layer }) => layer === 'parcels');
  const source = others.length === 0 ? only?.source : await store.sourceOfParcel(parcel.kaek);
  return { ...toParcelBody(parcel), ...(source && { source }) };
}

function costBody(
  cost: Section<CostAnswer>,
  { property_type, build_area, construction_year }: Query,
  postalCode: Section<string>,
  today: string,
) {
  // A cost that was computed has its type, its area and its postal code.
  const priced = {
    postalCode: 'found' in postalCode ? postalCode.found : '',
    propertyType: property_type!,
    buildAreaM2: build_area!,
    constructionYear: construction_year,
    today,
  };
  return 'found' in cost ? explainedCost(cost.found, priced) : null;
}

/** A section of a layer; undefined while none is loaded, so that such reports stay as they were. */
async function partOf<T>(
  { noZones }: ReportBasis,
  sources: readonly LoadedSource[],
  layer: 'zones' | 'buildings' | 'grids',
  find: () => Promise<Section<T>>,
): Promise<Section<T> | undefined> {
  if (!sources.some(source => source.layer === layer)) return undefined;
  return noZones === undefined ? find() : { missing: noZones };
}

function missing(found: Readonly<Partial<Record<SectionName, Section<unknown>>>>) {
  return sections.flatMap(section => {
    const held = found[section];
    return held && 'missing' in held ? [missingSection(section, held.missing)] : [];
  });
}

/** The layers that answers have from memory. Of the map, that is the ways on foot. */
const inMemory: readonly Layer[] = [
  'addresses',
  'boundaries',
  'costs',
  'map',
  'named_places',
  'places',
  'settlements',
];

/** The versions of what is used: of the edition for what is in memory, of the rows for the rest. */
function usedSources(edition: Edition, rows: readonly LoadedSource[]): LoadedSource[] {
  const isInMemory = ({ layer }: LoadedSource) => inMemory.includes(layer);
  const isShipped = ({ source }: LoadedSource) => source === gazetteerSource;
  const used = [
    ...edition.sources.filter(isInMemory),
    ...rows.filter(source => !isInMemory(source)),
  ];
  return [...inOrder(used.filter(source => !isShipped(source))), ...used.filter(isShipped)];
}

function toSourceBody({ layer, source, licence, loadedAt }: LoadedSource) {
  return { layer, source, licence, loaded_at: loadedAt };
}

function sentParameters(query: Query) {
  return {
    address: query.address ?? null,
    kaek_code: query.kaek_code ?? null,
    latitude: query.latitude ?? null,
    longitude: query.longitude ?? null,
    property_type: query.property_type ?? null,
    build_area: query.build_area ?? null,
    construction_year: query.construction_year ?? null,
    ...(query.result_id !== undefined && { result_id: query.result_id }),
    ...(query.postal_code !== undefined && { postal_code: query.postal_code }),
    ...Object.fromEntries(
      Object.keys(costTerms).flatMap(name => {
        const value = query[name as keyof typeof costTerms];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

/** Inserts the places as bytes of JSON, without parsing them again. */
function withNeighbourhood(before: object, neighbourhood: Buffer, after: object): Buffer {
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(before).slice(0, -1)},"neighbourhood":`),
    neighbourhood,
    Buffer.from(`,${JSON.stringify(after).slice(1)}`),
  ]);
}
