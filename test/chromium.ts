import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { needProgram } from './programs.ts';

const others = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The one that is named in `KTIMA_TEST_CHROMIUM`, or the system's. */
export const executablePath =
  process.env.KTIMA_TEST_CHROMIUM ??
  others.find(path => existsSync(path)) ??
  needProgram('chromium');

/*
 * Draws WebGL by the processor: a machine for tests has no other. In tests the page around it is
 * drawn without, which is quicker. On pictures the map would then lack a strip at its top: the mirror
 * image of the attribution, which covers it at its bottom.
 */
const forPictures = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const withWebGl = [...forPictures, '--disable-gpu-compositing'];
const withoutWebGl = ['--disable-gpu', '--disable-webgl', '--disable-3d-apis'];

/** Starts a Chromium of its own that draws pages as users see them. */
export function startChromiumForPictures(): Promise<Browser> {
  return launch(forPictures);
}

export interface ChromiumOptions {
  /** Whether pages can draw by WebGL; default false. */
  readonly hasWebGl?: boolean;
}

const started = new Map<boolean, Promise<Browser>>();

/** Starts the machine's Chromium, once for all test files of a process: to start takes seconds. */
export function startChromium({ hasWebGl = false }: ChromiumOptions = {}): Promise<Browser> {
  const browser = started.get(hasWebGl) ?? launch(hasWebGl ? withWebGl : withoutWebGl);
  started.set(hasWebGl, browser);
  return browser;
}

function launch(drawing: readonly string[]): Promise<Browser> {
  // Chromium refuses to run as root with its sandbox; the pages of these tests are our own.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...sandbox, ...drawing] });
}
