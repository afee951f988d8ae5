import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { Position } from '../../geocoder/rows.ts';

/** The possible positions of a property according to one field of its row. */
export interface LocationClaim {
  readonly field: 'kaek_code' | 'address' | 'postal_code' | 'city';
  /** What lies there, as the subject of a message. */
  readonly what: string;
  readonly positions: readonly Position[];
}

/** The position of a geocoder result, with its accuracy. */
export function positionOfResult({ latitude, longitude, match }: GeocodeResult): Position {
  return { latitude, longitude, accuracyMetres: match.accuracy_m };
}
