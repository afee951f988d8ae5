// Compiles src/ for `import` (dist/esm) and for `require` (dist/cjs). `npm pack` runs it, with Node.js
// 20 too, and in a fresh clone: it installs TypeScript if that is missing.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const wanted = readJson(join(folder, 'package.json')).devDependencies.typescript;

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Runs a program. Its output goes to stderr, since `npm pack` prints the name of the file. */
function run(program, ...args) {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 2, 2] });
}

/** The folder of the TypeScript that package.json names, here or in a folder above. */
function findTypeScript() {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    return readJson(manifest).version === wanted ? dirname(manifest) : undefined;
  } catch {
    return undefined;
  }
}

function installTypeScript() {
  // `npm pack --dry-run` must build too.
  run('npm', 'ci', '--ignore-scripts', '--no-dry-run', '--no-audit', '--no-fund');
  return join(folder, 'node_modules/typescript');
}

const outputs = [
  { type: 'module', out: 'dist/esm', options: [] },
  {
    type: 'commonjs',
    out: 'dist/cjs',
    options: '--module commonjs --moduleResolution bundler --verbatimModuleSyntax false'.split(' '),
  },
];

rmSync(join(folder, 'dist'), { recursive: true, force: true });
const compiler = join(findTypeScript() ?? installTypeScript(), 'bin/tsc');
for (const { type, out, options } of outputs) {
  run(process.execPath, compiler, '--project', 'tsconfig.json', '--outDir', out, ...options);
  writeFileSync(join(folder, out, 'package.json'), `${JSON.stringify({ type })}\n`);
  // The compiler leaves `.ts` in the imports of declarations, which older compilers reject.
  for (const name of readdirSync(join(folder, out)).filter(file => file.endsWith('.d.ts'))) {
    const file = join(folder, out, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}
