import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sampleColumn } from '#storage/store/store.ts';
import { checksumOf } from '#tools/files/bytes.ts';
import { plainName } from '#tools/notation/column-names.ts';
import { dataFolder } from './shipped/shipped-table.ts';

/** Thrown where a file turns out to be an export of the sample. */
export class MarkedAsSample extends Error {}

/** Whether a feature comes from an export of the sample. */
export function isMarked(properties: Readonly<Record<string, unknown>>): boolean {
  const name = Object.keys(properties).find(one => plainName(one) === sampleColumn);
  return (
    name !== undefined && ['true', '1', 'yes'].includes(String(properties[name]).toLowerCase())
  );
}

/** The sample data that ship. `depreciation.csv` is none: it has the defaults of the service. */
const shippedSamples = [
  '{costs,places}.csv',
  '{parcels,sample-*}.geojson',
  'volos/*',
  '../examples/*.{csv,geojson}',
  '../examples/costs/{addons,index,quality}.csv',
];

/** Whether one of some files is sample data that ship, under any name. */
export async function areShippedSamples(files: readonly string[]): Promise<boolean> {
  const shipped = globSync(shippedSamples, { cwd: dataFolder }).map(name => join(dataFolder, name));
  for (const file of files) {
    const size = sizeOf(file);
    for (const other of shipped) {
      if (sizeOf(other) !== size) continue;
      if ((await checksumOf([file])) === (await checksumOf([other]))) return true;
    }
  }
  return false;
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;
