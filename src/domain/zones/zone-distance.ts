import { arcFromSquaredChord, earthPoint, squaredChord } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { Piece } from './piece.ts';

const radians = Math.PI / 180;
const equatorialRadius = 6_378_137;
const eccentricitySquared = 6.694379990141316e-3;

/** The plane around a point is wrong by less than this share up to 50 km away. */
const planeError = 0.02;
/** Steps of `exactDistance`; each makes the error some hundred times smaller. */
const rounds = 4;

/** An edge of a zone; both ends are the same for a point. */
interface Edge {
  readonly a: Position;
  readonly b: Position;
  /** The place of the nearest position on the edge, 0 to 1. */
  readonly share: number;
  /** Metres on the plane around the point. */
  readonly metres: number;
}

/**
 * Measures from a point to edges. An edge is straight in degrees, as it is drawn and as `pieceHolds`
 * reads it; the distance to its nearest position is that of the WGS84 geodesic.
 */
export function openMeasure(longitude: number, latitude: number) {
  const sine = Math.sin(latitude * radians);
  const root = Math.sqrt(1 - eccentricitySquared * sine * sine);
  const metresEast = ((radians * equatorialRadius) / root) * Math.cos(latitude * radians);
  const metresNorth = (radians * equatorialRadius * (1 - eccentricitySquared)) / root ** 3;
  const from = earthPoint(latitude, longitude);

  const onPlane = (a: Position, b: Position): Edge => {
    const [ax, ay] = [(a[0] - longitude) * metresEast, (a[1] - latitude) * metresNorth];
    const [bx, by] = [(b[0] - longitude) * metresEast, (b[1] - latitude) * metresNorth];
    const [dx, dy] = [bx - ax, by - ay];
    const squared = dx * dx + dy * dy;
    const share = squared === 0 ? 0 : within(-(ax * dx + ay * dy) / squared);
    const [x, y] = [ax + share * dx, ay + share * dy];
    // Not `Math.hypot`, which takes several times as long.
    return { a, b, share, metres: Math.sqrt(x * x + y * y) };
  };
  /** Moves along the edge to where the way from the point is at right angles to it. */
  const exactDistance = ({ a, b, share }: Edge): number => {
    const at = (t: number) => earthPoint(a[1] + t * (b[1] - a[1]), a[0] + t * (b[0] - a[0]));
    let [place, least] = [share, squaredChord(from, at(share))];
    for (let i = 0; i < rounds; i++) {
      const [q, before, after] = [at(place), at(place - 1e-3), at(place + 1e-3)];
      const [tx, ty, tz] = [after.x - before.x, after.y - before.y, after.z - before.z];
      const along = (from.x - q.x) * tx + (from.y - q.y) * ty + (from.z - q.z) * tz;
      const squared = tx * tx + ty * ty + tz * tz;
      const next = squared === 0 ? place : within(place + (along / squared) * 2e-3);
      // As at a corner, which most nearest positions are.
      if (next === place) break;
      place = next;
      least = Math.min(least, squaredChord(from, at(place)));
    }
    return arcFromSquaredChord(least);
  };

  return {
    /** Metres to the nearest edge of some pieces; Infinity if they have none. */
    toPieces(pieces: readonly Pick<Piece, 'runs'>[]): number {
      let near: Edge[] = [];
      let limit = Infinity;
      for (const { runs } of pieces) {
        for (const { positions } of runs) {
          for (let i = Math.min(1, positions.length - 1); i < positions.length; i++) {
            const edge = onPlane(positions[Math.max(0, i - 1)]!, positions[i]!);
            if (edge.metres > limit) continue;
            near.push(edge);
            limit = Math.min(limit, edge.metres * (1 + planeError) + 1e-3);
          }
        }
      }
      near = near.filter(edge => edge.metres <= limit);
      return near.reduce((least, edge) => Math.min(least, exactDistance(edge)), Infinity);
    },
  };
}

export type Measure = ReturnType<typeof openMeasure>;

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
