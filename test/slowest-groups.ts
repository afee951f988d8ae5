import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Group {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Describes the groups that took longest, and the processor's time of all, from what `group-watch.ts` wrote. */
export function slowestGroups(folder: string, count = 5): string {
  const groups = globSync(`${folder}/*.json`)
    .map((path): Group => {
      return { name: basename(path, '.json'), ...JSON.parse(readFileSync(path, 'utf8')) };
    })
    .toSorted((a, b) => b.seconds - a.seconds);
  const all = groups.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const lines = groups
    .slice(0, count)
    .map(
      ({ name, seconds, cpuSeconds }) =>
        `  ${name}: ${seconds.toFixed(0)} s, of the processor ${cpuSeconds.toFixed(0)} s`,
    );
  return `slowest groups, of ${groups.length} that took ${all.toFixed(0)} s of the processor:\n${lines.join('\n')}\n`;
}
