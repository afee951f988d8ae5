import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** openapi-typescript and its own TypeScript 5, pinned by the lock file of their folder. */
const folder = join(import.meta.dirname, 'client-types');
const tool = join(folder, 'node_modules/.bin/openapi-typescript');

/** The client's types that openapi-typescript generates from a description file. */
export function clientTypes(description: string): string {
  install();
  const types = execFileSync(tool, [description, '--immutable'], { encoding: 'utf8' });
  return `${headOf(readFileSync(description, 'utf8'), types)}${types}`;
}

/** The compiler of TypeScript 5, for tests: later ones have no `moduleResolution` node10. */
export function typeScript5(): string {
  install();
  return join(folder, 'node_modules/typescript/bin/tsc');
}

function install(): void {
  if (existsSync(tool)) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', folder], { stdio: 'inherit' });
}

/** Whether `clientTypes` made the file of types from this description, and it is unchanged. */
export function isMadeFrom(description: string, file: string): boolean {
  const types = file.slice(file.indexOf('\n') + 1);
  return file === headOf(description, types) + types;
}

/** With the checksum `npm run check:source` detects a change without the tool. */
function headOf(description: string, types: string): string {
  const sum = hash('sha256', description + types).slice(0, 16);
  return `// Made by \`npm run openapi\` (${sum}): change the routes instead.\n`;
}
