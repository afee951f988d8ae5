import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toGreekGrid } from '../src/geo/greek-grid.ts';
import { mapPositions } from '../src/geo/polygon.ts';
import { generateParcels } from './generate.ts';

/** Writes that many parcels as newline-delimited GeoJSON on the Greek Grid, without areas. */
export function writeParcelFile(path: string, count: number): Promise<void> {
  return pipeline(Readable.from(parcelLines(count)), createWriteStream(path));
}

const linesAtOnce = 1_000;

function* parcelLines(count: number): Generator<string> {
  let lines: string[] = [];
  for (const { kaek, geometry } of generateParcels(count)) {
    const onGrid = mapPositions(geometry, p => {
      const [east, north] = toGreekGrid(p);
      return [Math.round(east * 1000) / 1000, Math.round(north * 1000) / 1000];
    });
    lines.push(JSON.stringify({ type: 'Feature', properties: { KAEK: kaek }, geometry: onGrid }));
    if (lines.length === linesAtOnce) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}
