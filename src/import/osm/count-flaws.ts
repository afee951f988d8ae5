import { countReasons } from '../counted-reasons.ts';
import type { OsmFlaw } from './assembly/wanted.ts';

/** Counts the faults of objects: of those that are lost as rows, and of the others. */
export function countFlaws() {
  const lost = countReasons();
  const noted = countReasons();
  return {
    add({ file, kind, id, problem, detail, leftOut }: OsmFlaw, isRow: boolean): void {
      const where = `${file}, ${kind} ${id}`;
      const example = detail === undefined ? where : `${where}: ${detail}`;
      const fate = leftOut ? 'left out' : 'used in part';
      if (leftOut && isRow) lost.add(problem, example);
      else noted.add(`${problem}, ${fate}`, example);
    },
    list: () => ({ lost: lost.list(), noted: noted.list() }),
  };
}
