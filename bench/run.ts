// Runs the bench, or some parts by name, each in a process of its own:
//   npm run bench                      all quick parts
//   npm run bench nearby http          these
//   npm run bench -- --write           and writes what came out into bench/README.md
//   npm run bench import -- full       what follows a name is passed on
//   npm run bench soak                 half an hour, so by name only
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { machine } from './measure.ts';

const parts = [
  'http',
  'nearby',
  'serialise',
  'kaek',
  'geocode',
  'snapshot',
  'reload',
  'load',
  'compression',
  'growth',
  'auth',
  'import',
  'enrich',
  'engines',
  'console',
];
/** Those that take long are run by name only. */
const longParts = ['soak'];
const readme = new URL('README.md', import.meta.url);

const args = process.argv.slice(2);
const isPart = (arg: string) => parts.includes(arg) || longParts.includes(arg);
const named = args.filter(isPart);
const passedOn = args.filter(arg => !isPart(arg) && arg !== '--write');
for (const part of named.length > 0 ? named : parts) {
  const measuredOn = `Measured on ${machine()}.`;
  const heading = [part, ...passedOn].join(' ');
  console.log(`\n## ${heading}\n\n${measuredOn}\n`);
  const output = await run(part);
  if (args.includes('--write')) writeSection(heading, `${measuredOn}\n\n${output.trim()}`);
}

/** Shows what a part says while it says it. */
async function run(part: string): Promise<string> {
  const script = new URL(`${part}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--expose-gc', script, ...passedOn], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the bench of ${part} ended with ${code}`);
  return output;
}

/** Replaces a section of the README, from its heading to the next, or adds it. */
function writeSection(heading: string, text: string): void {
  const old = readFileSync(readme, 'utf8');
  const section = `## ${heading}\n\n${text}\n`;
  const pattern = new RegExp(`^## ${heading}\n[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'm');
  writeFileSync(
    readme,
    pattern.test(old)
      ? `${old.replace(pattern, () => `${section}\n`).trimEnd()}\n`
      : `${old.trimEnd()}\n\n${section}`,
  );
}
