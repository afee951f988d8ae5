import { type Client, KtimaApiError } from '../../../../client/src/client.ts';
import type { PointOfInterest } from '../../../../client/src/types.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The places around a point with the ways on foot; without them while the service has none to give. */
export async function askPlaces(
  client: Pick<Client, 'pointsOfInterest'>,
  point: Point,
  signal: AbortSignal,
): Promise<readonly PointOfInterest[]> {
  try {
    return await client.pointsOfInterest({ ...point, walk: true }, { signal, retries: 0 });
  } catch (failure) {
    if (!(failure instanceof KtimaApiError) || failure.status !== 503) throw failure;
    return client.pointsOfInterest(point, { signal });
  }
}
