import { isInGreece, isSwapped } from '../../property/greece.ts';
import type { Point } from '../fields/point.ts';
import { type RowMessage, rowMessage } from '../row-messages.ts';

/** Why coordinates cannot be those of a property in Greece. */
export type PointFault = 'zero' | 'swapped' | 'abroad';

/** The fault of a point; undefined inside the bounding box of Greece. */
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

/** The message of a fault; it says whether the coordinates were used nevertheless. */
export function faultMessage(fault: PointFault, point: Point, isUsed: boolean): RowMessage {
  const { latitude, longitude } = point;
  const used = fault === 'swapped' ? 'read the other way round' : 'used as they are';
  const outcome = isUsed ? used : 'not used';
  return rowMessage(
    'coordinates',
    kinds[fault],
    `${latitude}, ${longitude}: ${kinds[fault]}; ${outcome}`,
  );
}
