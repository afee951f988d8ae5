import { expectCount } from './pbf-block.ts';
import {
  type Cursor,
  insideField,
  nextField,
  numberField,
  readVarint,
  skipField,
} from './protobuf.ts';

/** The content of an element's Info message. */
export interface Info {
  /** 0 if the file has none. */
  readonly version: number;
  readonly isDeleted: boolean;
}

const fields = { version: 1, visible: 6 };
const noInfo: Info = { version: 0, isDeleted: false };

/** Reads the Info message of a way, a relation or a node by itself; the version only if asked for. */
export function readInfo(cursor: Cursor, withVersion: boolean): Info {
  if (!withVersion && !mayBeDeleted(cursor)) return noInfo;
  let version = 0;
  let isDeleted = false;
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === fields.version) version = numberField(cursor, key);
    else if (field === fields.visible) isDeleted = numberField(cursor, key) === 0;
    else skipField(cursor, key);
  }
  return { version: Math.max(version, 0), isDeleted };
}

/** Whether the bytes of "not visible" occur. A quick check, because hardly any file has them. */
function mayBeDeleted({ pbf: { buf }, at, end }: Cursor): boolean {
  for (let i = at; i + 1 < end; i++) {
    if (buf[i] === fields.visible << 3 && buf[i + 1] === 0) return true;
  }
  return false;
}

/** The DenseInfo message of many nodes: a list for each field, which may be missing. */
export interface DenseInfo {
  readonly versions: Cursor | undefined;
  readonly visible: Cursor | undefined;
}

/** Finds the lists of a DenseInfo message. */
export function readDenseInfo(cursor: Cursor, count: number): DenseInfo {
  let [versions, visible]: (Cursor | undefined)[] = [];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === fields.version) versions = insideField(cursor, key);
    else if (field === fields.visible) visible = insideField(cursor, key);
    else skipField(cursor, key);
  }
  for (const list of [versions, visible]) if (list) expectCount(list, count);
  return { versions, visible };
}

/** The versions of dense nodes as a column. */
export function denseVersions({ versions }: DenseInfo, count: number): Float64Array {
  const column = new Float64Array(count);
  if (versions) for (let i = 0; i < count; i++) column[i] = Math.max(readVarint(versions), 0);
  return column;
}

/** The positions of those among dense nodes that are deleted. */
export function* denseDeleted({ visible }: DenseInfo, count: number): Generator<number> {
  if (visible) for (let i = 0; i < count; i++) if (readVarint(visible) === 0) yield i;
}
