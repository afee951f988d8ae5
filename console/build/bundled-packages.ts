import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the console is made of; the rest of what it bundles are their dependencies. */
export const bundledRoots = [
  '@fontsource/noto-sans',
  '@mapbox/vector-tile',
  'geographiclib-geodesic',
  'maplibre-gl',
  'pbf',
  'preact',
  'preact-render-to-string',
];

/** A package whose code or data are in the console's files. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The text of its licence; undefined where the package holds none. */
  readonly text: string | undefined;
}

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** All packages that are in the bundle: libraries such as the map's have others inside. */
export function bundledPackages(modules: string): BundledPackage[] {
  const found = new Map<string, BundledPackage>();
  const add = (name: string) => {
    // Types are no code.
    if (found.has(name) || name.startsWith('@types/')) return;
    const folder = join(modules, name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { version, license: licence, dependencies = {} } = manifest;
    found.set(name, { name, version, licence, text: licenceText(folder) });
    for (const dependency of Object.keys(dependencies)) {
      if (existsSync(join(modules, dependency))) add(dependency);
    }
  };
  for (const root of bundledRoots) add(root);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function licenceText(folder: string): string | undefined {
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}
