// What compressing a dense answer costs and saves, by coding and level.
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { packPlaces } from '../src/property/pack-places.ts';
import { nearby } from '../src/property/places.ts';
import { renderNearby } from '../src/property/places-json.ts';
import { generatePlaces } from './generate.ts';
import { cpuMicroseconds, printTable, rows, times, whole } from './measure.ts';

const { places, placeJsonBytes } = packPlaces(generatePlaces(rows(400_000)));
const answer = Buffer.from(renderNearby(placeJsonBytes, nearby(places, 37.98, 23.73)));
const quality = constants.BROTLI_PARAM_QUALITY;
const level = constants.ZSTD_c_compressionLevel;
const ways: Record<string, () => Buffer> = {
  'zstd 1, as served': () => zstdCompressSync(answer, { params: { [level]: 1 } }),
  'zstd 3': () => zstdCompressSync(answer, { params: { [level]: 3 } }),
  'br 1, as served': () => brotliCompressSync(answer, { params: { [quality]: 1 } }),
  'br 4': () => brotliCompressSync(answer, { params: { [quality]: 4 } }),
  'gzip 1, as served': () => gzipSync(answer, { level: 1 }),
  'gzip 6': () => gzipSync(answer, { level: 6 }),
};
const atMegabits = (bytes: number) => ((8 * bytes) / 100_000).toFixed(1);
printTable(
  ['coding and level', 'CPU, ms', 'bytes', 'smaller', 'ms on a line of 100 Mbit/s'],
  [
    ['as it is', '0', whole(answer.length), '1.00 ×', atMegabits(answer.length)],
    ...Object.entries(ways).map(([name, compress]) => {
      const { length } = compress();
      const ms = cpuMicroseconds(20, compress) / 1_000;
      return [
        name,
        ms.toFixed(2),
        whole(length),
        times(answer.length / length),
        atMegabits(length),
      ];
    }),
  ],
);
