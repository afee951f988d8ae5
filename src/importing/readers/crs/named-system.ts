import { canonicalEpsg } from '#tools/geo/crs.ts';
import { describeProjJson } from './describe-projjson.ts';
import { describeWkt } from './describe-wkt.ts';
import type { SystemDescription } from './description.ts';
import { identify } from './identify.ts';
import { membersOf } from './json-text.ts';

/** The coordinate system of a file, as its reader reports it. */
export interface NamedSystem {
  /** Undefined when the file names none, an unknown one, or contradicts itself. */
  readonly epsg: number | undefined;
  /** The file's name for the system; undefined when it names none. */
  readonly crsName: string | undefined;
  /** How the file contradicts the system that it names. */
  readonly crsProblem?: string;
}

/** A file that names no system. */
export const noSystem: NamedSystem = { epsg: undefined, crsName: undefined };

/** Real definitions have some kilobytes. */
const longestWkt = 65_536;

/**
 * The system in a well-known text, as a .prj file has it. If the file has a number of the system
 * beside the text, both must agree; a text that is empty or no definition does not count.
 */
export function systemInWkt(text: string, numbered?: number): NamedSystem {
  const begins = text.trim().slice(0, 60);
  const described = describeWkt(text.slice(0, longestWkt));
  const crsName = described?.name?.slice(0, 60) ?? (begins || undefined);
  if (!described) return { epsg: numbered, crsName };
  const found = identifyNumbered(described, numbered);
  // MapInfo has no names for systems, and GDAL writes this one: `--srid` overrules nothing.
  const isUnnamed =
    found.epsg === undefined && !found.crsProblem && /^un(named|known)$/i.test(crsName ?? '');
  return { ...found, crsName: isUnnamed ? undefined : crsName };
}

/** The system in PROJJSON. */
export function systemInProjJson(json: ReturnType<typeof membersOf>): NamedSystem {
  const described = describeProjJson(json);
  const { authority, code } = membersOf(json.id);
  const numbered = authority === undefined ? undefined : `${authority}:${code}`;
  return { ...identifyNumbered(described, undefined), crsName: described.name ?? numbered };
}

function identifyNumbered(
  described: SystemDescription,
  numbered: number | undefined,
): Omit<NamedSystem, 'crsName'> {
  const inside = described.epsg ?? numbered;
  if (numbered !== undefined && canonicalEpsg(inside!) !== canonicalEpsg(numbered)) {
    const crsProblem = `it names EPSG:${numbered}, but its definition is that of EPSG:${inside}`;
    return { epsg: undefined, crsProblem };
  }
  const { epsg, problem } = identify({ ...described, epsg: inside });
  return problem === undefined ? { epsg } : { epsg, crsProblem: problem };
}
