import type { Parcel } from '#domain/property/parcels.ts';
import { type BuildingsAnswer, buildingsAt, buildingsOnParcel } from '#domain/zones/buildings.ts';
import type { StoreReader } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import type { CountWork } from '#tools/geo/sweep.ts';
import { parcelUnder } from './look-up.ts';
import type { Section, Subject } from './subject.ts';

/** What stands on a parcel, or without one at a point. */
export interface BuildingsHere extends BuildingsAnswer {
  readonly parcel: Parcel | undefined;
}

/** Buildings around a place that one answer compares with it: a large village. */
const mostBuildings = 2_000;

/** Pairs of edges that one answer compares, in about a second: twice those of a large village. */
const mostPairs = 4e7;

/** More buildings lie around a place than one answer compares. */
class TooManyBuildings extends KtimaError {
  constructor(parameter: string, problem = 'buildings lie around it', most = mostBuildings) {
    super('INVALID_INPUT', `${parameter}: more than ${most.toLocaleString('en')} ${problem}`);
  }
}

/** Throws when the buildings around a place are too much work. */
function countingWork(parameter: string): CountWork {
  let left = mostPairs;
  return pairs => {
    left -= pairs;
    if (left < 0) throw new TooManyBuildings(parameter, 'pairs of edges to compare', mostPairs);
  };
}

/** What stands on a parcel. Throws INVALID_INPUT if too many buildings lie around it. */
export async function buildingsOfParcel(
  store: StoreReader,
  parcel: Parcel,
  parameter = 'kaek_code',
): Promise<BuildingsHere> {
  const found = await store.buildingsIn(boundsOf(parcel.geometry), mostBuildings);
  if (found === undefined) throw new TooManyBuildings(parameter);
  return { parcel, ...buildingsOnParcel(found, parcel.geometry, countingWork(parameter)) };
}

/** What stands on the parcel under a point; without one the buildings that contain the point. */
export async function buildingsAtPoint(
  store: StoreReader,
  latitude: number,
  longitude: number,
): Promise<BuildingsHere> {
  const parcel = await parcelUnder({ store }, latitude, longitude);
  return parcel
    ? buildingsOfParcel(store, parcel, 'latitude')
    : buildingsHolding(store, latitude, longitude);
}

async function buildingsHolding(
  store: StoreReader,
  latitude: number,
  longitude: number,
): Promise<BuildingsHere> {
  const box = { west: longitude, east: longitude, south: latitude, north: latitude };
  const found = await store.buildingsIn(box, mostBuildings);
  if (found === undefined) throw new TooManyBuildings('latitude');
  const answer = buildingsAt(found, longitude, latitude, countingWork('latitude'));
  return { parcel: undefined, ...answer };
}

/** What stands at the property of a report. Empty if its position is too rough to say. */
export async function buildingsOfSubject(
  store: StoreReader,
  subject: Subject,
): Promise<Section<BuildingsHere>> {
  const { position, parcel } = subject;
  try {
    if ('found' in parcel) return { found: await buildingsOfParcel(store, parcel.found) };
    if (parcel.missing.code === 'too_rough_for_parcel') return parcel;
    return { found: await buildingsHolding(store, position.latitude, position.longitude) };
  } catch (error) {
    if (!(error instanceof TooManyBuildings)) throw error;
    return { missing: { code: 'too_many_buildings' } };
  }
}

/** The largest floor area of what stands there, if the area of a property is larger. */
export function exceededFloorArea(
  here: BuildingsHere | undefined,
  buildAreaM2 = 0,
): number | undefined {
  const most = here?.parcel ? here.mostFloorAreaM2 : null;
  return most !== null && buildAreaM2 > most ? most : undefined;
}
