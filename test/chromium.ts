import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the machine's Chromium; on Debian, as root, it is installed first where it is missing. */
export function startChromium(): Promise<Browser> {
  const executablePath = findChromium() ?? installChromium();
  // Chromium refuses to run as root with its sandbox; the pages of these tests are our own.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

function findChromium(): string | undefined {
  return paths.find(path => existsSync(path));
}

function installChromium(): string {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new Error(`this test needs Chromium: expected one of ${paths.join(', ')}`);
  }
  // Tests run side by side: whoever comes second waits for the first.
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', 'chromium');
  return findChromium()!;
}
