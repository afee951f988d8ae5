import { execFileSync } from 'node:child_process';
import { needProgram } from '../../../programs.ts';

needProgram('ogr2ogr', 'gdal-bin');

/** Runs the ogr2ogr of the system, which is installed if it is missing. */
export function ogr2ogr(args: readonly string[]): void {
  execFileSync('ogr2ogr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
