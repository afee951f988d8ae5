import type { GeocoderIndex } from '../../../land/geocoder/build.ts';
import type { GeocodeQuery } from '../../../land/geocoder/geocode.ts';
import type { GeocodeResult } from '../../../land/geocoder/geocode-result.ts';
import type { CostQuestion } from '../../../land/property/cost/cost.ts';
import type { Parcel } from '../../../land/property/parcels.ts';
import type { PlaceType } from '../../../land/property/place-types.ts';
import { KtimaError } from '../../../tools/errors.ts';
import { readGeometryText } from '../../../tools/geo/read-wkt.ts';
import { recentlyUsed } from '../../../tools/recently-used.ts';
import type { Section, Subject } from '../../report/subject.ts';
import type { Runner } from '../batches.ts';
import { type EnrichedBatch, enrichBatch, enrichmentBy, type Plan } from '../enrich-batch.ts';
import { costFactors, type Enrichment, type Lookups, type RowCost } from '../enrichment.ts';
import type { InputRow } from '../input.ts';
import type { RemoteService } from './remote-service.ts';

/** A report of the service: what the lookups read of it. */
interface Report {
  readonly position: Subject['position'];
  readonly location: GeocodeResult | null;
  readonly parcel: {
    readonly kaek: string;
    readonly area: number;
    readonly geometry: string;
  } | null;
  readonly neighbourhood:
    | readonly { readonly place_type: PlaceType; readonly distance: number }[]
    | null;
  readonly missing: readonly { readonly section: string; readonly reason: string }[];
}

interface Problem {
  readonly error: number;
  readonly message: string;
}

/**
 * Makes the runners of a run over a service. The index is that of the gazetteer: by it, postal codes and
 * prefectures of a row are compared with its position.
 */
export function enrichRemotely(service: RemoteService, gazetteer: GeocoderIndex) {
  let enrichment: Promise<Enrichment> | undefined;
  const ending = new AbortController();
  const batch: RemoteService['batch'] = (path, body) => service.batch(path, body, ending.signal);
  return (plan: Plan): Runner<readonly InputRow[], EnrichedBatch> => ({
    run: async rows => {
      enrichment ??= enrichmentBy(plan, {
        geocoder: async () => gazetteer,
        lookups: remoteLookups(batch, plan.placeTypes.length > 0),
        isRemote: true,
      });
      return enrichBatch(plan, await enrichment, rows);
    },
    // After a failure, lookups for other rows may be under way.
    close: async () => ending.abort(),
  });
}

/** Enough for all rows that are enriched at the same time. */
const mostReports = 2_000;

/** The lookups of a portfolio by the batches of a service. `withPlaces`: whether places are counted. */
function remoteLookups(batch: RemoteService['batch'], withPlaces: boolean): Lookups {
  const reports = openBatches(async (requests: readonly object[]) => {
    const body = { requests, neighbourhood: withPlaces };
    return batch<{ report: Report | null; problem: Problem | null }>(
      'property-report/batch/',
      body,
    );
  }, isBeyondBatch);
  const costs = openBatches(
    (requests: readonly object[]) =>
      batch<{ cost: Cost | null; problem: Problem | null }>('reconstruction-cost/batch/', {
        requests,
      }),
    isBeyondBatch,
  );
  const addresses = openBatches(
    (entries: readonly object[]) => batch<Found>('geocoding/batch/', { addresses: entries }),
    isAddressBeyondBatch,
  );
  const towns = openBatches(
    (entries: readonly object[]) =>
      batch<Found>('geocoding/batch/', { addresses: entries, limit: mostResults }),
    isAddressBeyondBatch,
  );
  const known = recentlyUsed<Promise<Report>>(mostReports);
  const reportOn = (request: object): Promise<Report> => {
    const key = JSON.stringify(request);
    const report =
      known.get(key) ?? reports(request).then(({ report, problem }) => report ?? fail(problem!));
    known.set(key, report);
    return report;
  };
  const reportAt = (latitude: number, longitude: number) => reportOn({ latitude, longitude });
  return {
    parcelOfCode: async code => parcelOf((await reportOn({ kaek_code: code })).parcel!),
    searchAddress: async query => {
      const ask = query.limit === undefined ? addresses : towns;
      const { results, problem } = await ask(entryOf(query));
      if (problem !== null) throw new KtimaError('NOT_FOUND', problem);
      return results;
    },
    subjectByCoordinates: async (latitude, longitude) =>
      subjectOf(await reportAt(latitude, longitude)),
    subjectOfParcel: async ({ kaek }) => subjectOf(await reportOn({ kaek_code: kaek })),
    parcelUnder: async (latitude, longitude) => {
      const { parcel } = await reportAt(latitude, longitude);
      return parcel === null ? undefined : parcelOf(parcel);
    },
    priceOf: async question => {
      const { cost, problem } = await costs(costRequest(question));
      return cost === null ? fail(problem!) : costAnswer(cost);
    },
    classesOf: () => undefined,
    around: async (latitude, longitude, types) => {
      const { neighbourhood, missing } = await reportAt(latitude, longitude);
      if (neighbourhood === null) {
        const reason = missing.find(({ section }) => section === 'neighbourhood')?.reason;
        throw new KtimaError('USAGE', `--places: the service reports no places: ${reason}`);
      }
      return types.map(type => {
        const found = neighbourhood.filter(({ place_type }) => place_type === type);
        return { count: found.length, nearestMetres: found[0]?.distance ?? null };
      });
    },
  };
}

interface Found {
  readonly results: readonly GeocodeResult[];
  readonly problem: string | null;
}

/** What a search for a town asks for. */
const mostResults = 20;

function isBeyondBatch({ problem }: { readonly problem: Problem | null }): boolean {
  return problem?.error === 503;
}

function isAddressBeyondBatch({ problem }: Found): boolean {
  return problem?.endsWith('send it again in another batch') ?? false;
}

const codes = { 400: 'INVALID_INPUT', 404: 'NOT_FOUND', 422: 'NO_COST_MAPPING' } as const;

function fail({ error, message }: Problem): never {
  throw new KtimaError(codes[error as keyof typeof codes] ?? 'UNAVAILABLE', message);
}

function entryOf({ address, isStreet, houseNumber, postalCode, city }: GeocodeQuery): object {
  return {
    ...(isStreet ? { street: address } : { address }),
    ...(houseNumber !== undefined && { house_number: houseNumber }),
    ...(postalCode !== undefined && { postal_code: postalCode }),
    ...(city !== undefined && { city }),
  };
}

function parcelOf({ kaek, area, geometry }: NonNullable<Report['parcel']>): Parcel {
  return {
    kaek,
    areaM2: area,
    geometry: readGeometryText(geometry).geometry as Parcel['geometry'],
  };
}

function subjectOf({ position, location, parcel, missing }: Report): Subject {
  const section = <T>(name: string, found: T | null, kind: MissingKind): Section<T> => {
    if (found !== null) return { found };
    return { reason: missing.find(one => one.section === name)!.reason, kind };
  };
  return {
    position,
    location: section('location', location, 'no address is known near the point'),
    parcel: section('parcel', parcel && parcelOf(parcel), 'no loaded parcel holds the point'),
  };
}

type MissingKind = Extract<Section<unknown>, { kind: unknown }>['kind'];

/** What the columns need of a cost with `explain`. */
interface Cost {
  readonly reconstruction_cost: { readonly as_new: number; readonly as_is?: number };
  readonly basis: {
    readonly rate_eur_m2: number;
    readonly rate_valid_from: string;
    readonly rate_source: string;
    readonly postal_prefix: string;
    readonly municipality?: string;
    readonly method?: string;
    readonly age_table?: { readonly name: string };
    readonly remaining_share?: number;
    readonly valuation_date: string;
    readonly dataset: string;
    readonly sample_data?: boolean;
    readonly index?: { readonly factor: number };
    readonly quality?: { readonly factor: number };
    readonly addons?: { readonly items: readonly { readonly percent: number }[] };
    readonly other_areas?: readonly {
      readonly property_type: string;
      readonly area: number;
      readonly rate_eur_m2: number;
      readonly index?: { readonly factor: number };
    }[];
  };
  readonly insurance?: {
    readonly ratio: number;
    readonly rules: readonly {
      readonly name: string;
      readonly rule: string;
      readonly limit: number;
      readonly met: boolean;
    }[];
  };
}

function costRequest(question: CostQuestion) {
  const sent = {
    postal_code: question.postalCode,
    property_type: question.propertyType,
    build_area: question.buildAreaM2,
    construction_year: question.constructionYear,
    valuation_date: question.valuationDate,
    dataset: question.dataset,
    rates: question.rates,
    index: question.index,
    addons: question.addons,
    ageing: question.ageing,
    condition: question.condition,
    renovation_year: question.renovationYear,
    quality: question.quality,
    basement_area: question.basementAreaM2,
    auxiliary_area: question.auxiliaryAreaM2,
    sum_insured: question.sumInsured,
    explain: true,
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

function costAnswer({ reconstruction_cost, basis, insurance }: Cost): RowCost {
  const { as_new: asNew, as_is: asIs } = reconstruction_cost;
  return {
    asNew,
    asIs,
    rateEurM2: basis.rate_eur_m2,
    rateValidFrom: basis.rate_valid_from,
    rateSource: basis.rate_source,
    factors: costFactors({
      index: basis.index?.factor,
      quality: basis.quality?.factor,
      otherAreas: (basis.other_areas ?? []).map(area => ({
        type: area.property_type,
        areaM2: area.area,
        rateEurM2: area.rate_eur_m2,
        index: area.index?.factor,
      })),
      addons: basis.addons?.items,
    }),
    ratePlace: basis.municipality ?? basis.postal_prefix,
    method: basis.age_table ? `table ${basis.age_table.name}` : basis.method,
    remainingShare: basis.remaining_share,
    valuationDate: basis.valuation_date,
    dataset: basis.dataset,
    isSample: basis.sample_data === true,
    insuredRatio: insurance?.ratio,
    unmetRules: insurance?.rules.filter(({ met }) => !met) ?? [],
  };
}

/** The most entries of a batch that services take. */
const mostEntries = 100;

interface Waiting<Entry, Answer> {
  readonly entry: Entry;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins lookups that are asked for in the same turn of the event loop to batches. What a batch had no
 * room for is sent again in the next one; the first entry of a batch always has room.
 */
function openBatches<Entry, Answer>(
  send: (entries: readonly Entry[]) => Promise<readonly Answer[]>,
  isBeyond: (answer: Answer) => boolean,
): (entry: Entry) => Promise<Answer> {
  const waiting: Waiting<Entry, Answer>[] = [];
  const add = (one: Waiting<Entry, Answer>) => {
    if (waiting.push(one) === 1) setImmediate(sendWaiting);
  };
  function sendWaiting(): void {
    while (waiting.length > 0) void sendBatch(waiting.splice(0, mostEntries));
  }
  async function sendBatch(asked: readonly Waiting<Entry, Answer>[]): Promise<void> {
    try {
      const answers = await send(asked.map(({ entry }) => entry));
      asked.forEach((one, i) => {
        const answer = answers[i]!;
        if (i > 0 && isBeyond(answer)) add(one);
        else one.resolve(answer);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
  return entry => new Promise((resolve, reject) => add({ entry, resolve, reject }));
}
