import { PbfReader, PbfWriter } from 'pbf';

/** A way that people may walk on, as OpenStreetMap has it. */
export interface Way {
  readonly id: number;
  readonly isSteps: boolean;
  /** A bridge or a tunnel: the ground there does not say how steep it is. */
  readonly isOffGround: boolean;
  /** Whether one may also walk across what its parts enclose. */
  readonly isArea: boolean;
  /** One; several if nodes of it are missing, or around an area. */
  readonly parts: readonly WayPart[];
}

/** Nodes of a way, one after the other. */
export interface WayPart {
  /** Their ids. Ways meet where they share one, and nowhere else but on areas. */
  readonly nodes: readonly number[];
  /** Longitude and latitude of each node in turn, in units of 1e-7 degrees. */
  readonly points: readonly number[];
}

/** The units of positions in a degree: about a centimetre. */
export const unitsPerDegree = 1e7;

/** What is stored of a way in bits. */
export const wayFlags = { steps: 1, offGround: 2, area: 4 } as const;

/** The bits of a way. */
export function flagsOf({ isSteps, isOffGround, isArea }: Way): number {
  const onGround = (isSteps ? wayFlags.steps : 0) | (isArea ? wayFlags.area : 0);
  return onGround | (isOffGround ? wayFlags.offGround : 0);
}

/*
 * The bytes of ways: the version of this format, and the ways. A way has its id, eight times the
 * number of its parts plus its bits, and of each part the number of its nodes, and of each node id,
 * longitude and latitude. All are integers of Protocol Buffers; ids and positions are steps from
 * those before.
 */
const contentVersion = 3;

/** Ways are packed into this many bundles, so that they need not be read at once. */
export const wayBundles = 64;

/** The bundle of a way: the same in each import, and that of most of its neighbours. */
function bundleOf(id: number): number {
  return Math.floor(Math.abs(id) / 2 ** 12) % wayBundles;
}

/** Opens an empty packer of ways. */
export function openWayPacker() {
  let bundles = new Map<number, ReturnType<typeof openBundle>>();
  return {
    add(way: Way): void {
      const bundle = bundles.get(bundleOf(way.id)) ?? openBundle();
      bundles.set(bundleOf(way.id), bundle);
      bundle.add(way);
    },
    /** The bundles of all ways since the last call, with their numbers. */
    *take(): Generator<readonly [bundle: number, content: Uint8Array]> {
      const full = bundles;
      bundles = new Map();
      for (const [number, bundle] of full) yield [number, bundle.content()];
    },
  };
}

function openBundle() {
  const to = new PbfWriter(new Uint8Array(2 ** 12));
  const before = [0, 0, 0, 0];
  const step = (of: number, value: number) => {
    to.writeSVarint(value - before[of]!);
    before[of] = value;
  };
  to.writeVarint(contentVersion);
  return {
    add(way: Way): void {
      step(0, way.id);
      to.writeVarint(8 * way.parts.length + flagsOf(way));
      for (const { nodes, points } of way.parts) {
        to.writeVarint(nodes.length);
        nodes.forEach((node, i) => {
          step(1, node);
          step(2, points[2 * i]!);
          step(3, points[2 * i + 1]!);
        });
      }
    },
    content: () => to.finish(),
  };
}

/** The ways of a content. */
export function* waysIn(content: Uint8Array): Generator<Way> {
  const from = new PbfReader(content);
  const version = from.readVarint();
  if (version !== contentVersion) {
    throw new Error(`ways: expected version ${contentVersion}, got ${version}`);
  }
  let [id, node, longitude, latitude] = [0, 0, 0, 0];
  while (from.pos < content.length) {
    id += from.readSVarint();
    const count = from.readVarint();
    const parts: WayPart[] = [];
    while (parts.length < count >> 3) {
      const [nodes, points]: [number[], number[]] = [[], []];
      for (let left = from.readVarint(); left > 0; left--) {
        node += from.readSVarint();
        longitude += from.readSVarint();
        latitude += from.readSVarint();
        nodes.push(node);
        points.push(longitude, latitude);
      }
      parts.push({ nodes, points });
    }
    const has = (flag: number) => (count & flag) > 0;
    const [isSteps, isOffGround] = [has(wayFlags.steps), has(wayFlags.offGround)];
    yield { id, isSteps, isOffGround, isArea: has(wayFlags.area), parts };
  }
}
