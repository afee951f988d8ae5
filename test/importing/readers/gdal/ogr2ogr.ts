import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { installDebian, mayInstall } from '../../../postgres/install.ts';

const isInstalled = () => spawnSync('ogr2ogr', ['--version']).status === 0;
if (!isInstalled() && mayInstall()) installDebian('gdal-bin');
assert.ok(isInstalled(), 'this test needs ogr2ogr: install gdal-bin');

/** Runs the ogr2ogr of the system, which is installed if it is missing. */
export function ogr2ogr(args: readonly string[]): void {
  execFileSync('ogr2ogr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
