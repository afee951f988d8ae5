// Runs parts of the bench, each in a process of its own:
//   npm run bench aims                 one part, or several by name
//   npm run bench                      all but soak and revisions
//   npm run bench aims -- --write      and writes the results into bench/results.md
//   npm run bench import -- full       arguments that are no parts are passed on
//   BENCH=tiny npm run bench     only shows that each part works
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { machine } from './measure.ts';

const parts =
  'aims start places geocode load auth import enrich accumulation tiles pan suggest zones buildings walk usage capacity'.split(
    ' ',
  );
/** One takes half an hour, the other needs a second checkout. */
const byNameOnly = ['soak', 'revisions'];
const page = new URL('./results.md', import.meta.url);

const args = process.argv.slice(2);
const isPart = (arg: string) => parts.includes(arg) || byNameOnly.includes(arg);
const named = args.filter(isPart);
const passedOn = args.filter(arg => !isPart(arg) && arg !== '--write');
for (const part of named.length > 0 ? named : parts) {
  const measuredOn = `Measured on ${machine()}.`;
  const heading = [part, ...passedOn].join(' ');
  console.log(`\n### ${heading}\n\n${measuredOn}\n`);
  const output = await run(part);
  if (args.includes('--write')) writeSection(heading, `${measuredOn}\n\n${output.trim()}`);
}

/** Shows the output of a part while it runs. */
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

/** Replaces a section of the page, from its heading to the next, or adds it. */
function writeSection(heading: string, text: string): void {
  const old = readFileSync(page, 'utf8');
  const section = `### ${heading}\n\n${text}\n`;
  const pattern = new RegExp(`^### ${heading}\n[\\s\\S]*?(?=^##|$(?![\\s\\S]))`, 'm');
  writeFileSync(
    page,
    pattern.test(old)
      ? `${old.replace(pattern, () => `${section}\n`).trimEnd()}\n`
      : `${old.trimEnd()}\n\n${section}`,
  );
}
