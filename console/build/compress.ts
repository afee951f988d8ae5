import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Text; pictures and fonts are compressed already. */
const compressible = /\.(css|html|m?js|json|svg|txt|webmanifest)$/;
/** Below this many bytes, headers outweigh what is saved. */
const leastBytes = 1_000;

/** What only the server runs is not sent. */
const unsent = /^server\b/;

/** Puts a brotli (`.br`) and a gzip (`.gz`) file beside every text file of a folder. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name) || unsent.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length < leastBytes) continue;
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: size }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
