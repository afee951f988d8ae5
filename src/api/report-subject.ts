import type { Static } from 'typebox';
import { KtimaError } from '../errors.ts';
import type { Data } from '../report/lookups.ts';
import {
  type Subject,
  subjectByAddress,
  subjectByCode,
  subjectByCoordinates,
} from '../report/subject.ts';
import type { ReportQuery } from './report-body.ts';

const ways = 'address, kaek_code, or latitude and longitude';

/** Finds the property by address, KAEK or coordinates. */
export async function findSubject(
  data: Data,
  { address, kaek_code, latitude, longitude, postal_code }: Static<typeof ReportQuery>,
): Promise<Subject> {
  const byPoint = latitude !== undefined || longitude !== undefined;
  const asked = [address !== undefined, kaek_code !== undefined, byPoint].filter(Boolean).length;
  if (asked !== 1) throw wrongWays(asked === 0 ? 'none' : 'several');
  if (address !== undefined) {
    return subjectByAddress(data, address, postal_code);
  }
  if (kaek_code !== undefined) return subjectByCode(data, kaek_code);
  if (latitude === undefined) throw wrongWays('no latitude');
  if (longitude === undefined) throw wrongWays('no longitude');
  return subjectByCoordinates(data, latitude, longitude);
}

function wrongWays(got: string): KtimaError {
  return new KtimaError('INVALID_INPUT', `expected exactly one of ${ways}; got ${got}`);
}
