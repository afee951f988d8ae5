import { testBilinear, testFormat } from './beside-gdal.ts';

// `gdal.test.ts` has others, and other comparisons.
const bigTiled = ['TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=48', 'BIGTIFF=YES'];

for (const [type, ...options] of [
  ['Float32'],
  ['Float32', 'COMPRESS=LZW', 'PREDICTOR=2', 'ENDIANNESS=BIG'],
  ['Float32', 'COMPRESS=ZSTD', 'PREDICTOR=3', 'ENDIANNESS=BIG', ...bigTiled],
  ['Float64', 'COMPRESS=LZW', 'PREDICTOR=3', ...bigTiled],
  ['Float64', 'ENDIANNESS=BIG', 'BLOCKYSIZE=7'],
  ['Int16', 'COMPRESS=LZW', 'PREDICTOR=2', 'ENDIANNESS=BIG', ...bigTiled],
  ['Int16', 'COMPRESS=DEFLATE', 'PREDICTOR=2'],
  ['UInt16', 'COMPRESS=PACKBITS'],
  ['Int32', 'COMPRESS=DEFLATE', 'PREDICTOR=2', 'ENDIANNESS=BIG'],
  ['UInt32', 'COMPRESS=LZW'],
  ['Byte', 'COMPRESS=LZW', 'PREDICTOR=2', 'TILED=YES'],
] as const) {
  testFormat(type, ...options);
}

for (const epsg of [4326, 4258, 2100, 3857]) testBilinear(epsg, 5_000);
