import { isInGreece, isSwapped } from '../../property/greece.ts';
import { type Remark, remark } from '../remarks.ts';

/** A position in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** What is wrong with coordinates of a property in Greece. */
export type PointFault = 'zero' | 'swapped' | 'abroad';

/** The fault of coordinates; undefined for those that lie in Greece, or near it. */
export function pointFault({ latitude, longitude }: Point): PointFault | undefined {
  if (isInGreece(latitude, longitude)) return undefined;
  if (latitude === 0 && longitude === 0) return 'zero';
  return isSwapped(latitude, longitude) ? 'swapped' : 'abroad';
}

const kinds: Readonly<Record<PointFault, string>> = {
  zero: 'both are 0',
  swapped: 'latitude and longitude are swapped',
  abroad: 'they lie outside Greece',
};

/** Names a fault, and whether the coordinates were used all the same. */
export function faultRemark(fault: PointFault, point: Point, isUsed: boolean): Remark {
  const { latitude, longitude } = point;
  const used = fault === 'swapped' ? 'read the other way round' : 'used as they are';
  const outcome = isUsed ? used : 'not used';
  return remark(
    'coordinates',
    kinds[fault],
    `${latitude}, ${longitude}: ${kinds[fault]}; ${outcome}`,
  );
}
