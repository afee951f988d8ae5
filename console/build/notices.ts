import { writeFileSync } from 'node:fs';
import { type BundledPackage, bundledPackages } from './bundled-packages.ts';

const head = `The console holds code and a typeface of others, under the licences below.
`;

/** The notices that the licences of bundled packages require. */
export function noticesOf(packages: readonly BundledPackage[]): string {
  const one = ({ name, version, licence, text }: BundledPackage) =>
    `${name} ${version} (${licence})\n\n${text ?? 'The package holds no text of its licence.'}\n`;
  return [head, ...packages.map(one)].join(`\n${'-'.repeat(72)}\n\n`);
}

/** Writes the notices beside the console's files. */
export function writeNotices(): void {
  writeFileSync('console/dist/third-party.txt', noticesOf(bundledPackages('node_modules')));
}
