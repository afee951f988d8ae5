import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { needProgram } from '../test/programs.ts';

/*
 * Renders deploy/kubernetes with `kubectl kustomize`, and validates each object against the schemas of
 * Kubernetes and of the Prometheus operator. The schemas accept unknown fields, so each object is also
 * compiled as a literal of its type, which does not. Needs the npm registry: `npm run check:kubernetes`.
 */

/** Packages with the schemas; too large to be dependencies. */
const packages = ['kubernetes-models@5.1.0', '@kubernetes-models/prometheus-operator@6.0.0'];

const folder = 'deploy/kubernetes';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const overlays = ['small', 'large', 'monitoring'].map(name => ({
  name,
  manifests: read(kubectl('kustomize', join(folder, name))),
}));
const examples = globSync(join(folder, '*.example.yaml')).map(name => ({
  name,
  manifests: read(readFileSync(name, 'utf8')),
}));
const work = mkdtempSync(join(tmpdir(), 'ktima-kubernetes-'));
try {
  validate([...overlays, ...examples].flatMap(({ manifests }) => manifests));
} finally {
  rmSync(work, { recursive: true });
}
for (const { name, manifests } of overlays) {
  console.log(
    `${name}: ${manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ')}`,
  );
}

/** Runs kubectl, which Debian has in the package kubernetes-client. */
function kubectl(...args: string[]): string {
  return execFileSync(needProgram('kubectl', 'kubernetes-client'), args, { encoding: 'utf8' });
}

function read(text: string): Manifest[] {
  return parseAllDocuments(text).map(document => document.toJS() as Manifest);
}

/** Writes a program that constructs each object, compiles it, and runs it. */
function validate(manifests: readonly Manifest[]): void {
  const literals = manifests.map(
    ({ apiVersion, kind, ...fields }, i) =>
      `import { ${kind} as Kind${i} } from '${moduleOf(apiVersion)}/${kind}';\n` +
      `new Kind${i}(${JSON.stringify(fields, null, 2)}).validate();\n`,
  );
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(work, 'objects.ts'), literals.join('\n'));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: work, stdio: 'inherit' });
  run('npm', 'install', '--silent', '--no-save', ...packages);
  const compiler = resolve('node_modules/.bin/tsc');
  const how = ['--module', 'nodenext', '--target', 'esnext', '--strict', '--skipLibCheck'];
  run(process.execPath, compiler, '--noEmit', ...how, 'objects.ts');
  run(process.execPath, 'objects.ts');
}

/** The module with the types of an API group. */
function moduleOf(apiVersion: string): string {
  const isOurs = !apiVersion.startsWith('monitoring.coreos.com/');
  return `${isOurs ? 'kubernetes-models' : '@kubernetes-models/prometheus-operator'}/${apiVersion}`;
}
