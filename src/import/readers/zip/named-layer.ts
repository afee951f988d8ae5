import { chooseLayer } from '../choose-layer.ts';
import type { ZipMember } from './directory.ts';

/** The member that `--layer` names: by its name without folder and extension, if that is unique. */
export function namedLayer(
  path: string,
  members: readonly ZipMember[],
  wanted: string | undefined,
): ZipMember {
  const shortNames = members.map(({ name }) => name.replace(/^.*\/|\.[^.]*$/g, ''));
  const names = members.map(({ name }, i) =>
    shortNames.indexOf(shortNames[i]!) === shortNames.lastIndexOf(shortNames[i]!)
      ? shortNames[i]!
      : name,
  );
  return members[names.indexOf(chooseLayer(path, names, wanted))]!;
}
