// @ts-check
// Plain JavaScript: Node loads a compiler, which takes 0.15 s, as soon as it meets TypeScript that
// is not in the compile cache. So the cache is opened before the first TypeScript is read.
import { openCompileCache } from './compile-cache.js';

openCompileCache();
// `ktima … | head` closes the pipe early. A command whose output must be whole notices it itself.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EPIPE' && stream.listenerCount('error') === 1) throw error;
  });
}
const { runCommandLine } = await import('../src/main.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process);
// Whatever a start that failed has left open does not keep the process.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 1_000).unref();
