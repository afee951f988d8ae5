/*
 * The service worker: opens the console without the network. It has no imports, as the build strips
 * its types and fills in two constants: console/build/offline.ts.
 */

/** Changes with every file of the console. */
const build = '{{build}}';
/** The paths of this build; each name has a hash of its content, except that of the page. */
const files: readonly string[] = ['{{files}}'];

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Worker {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = globalThis as unknown as Worker;
const prefix = 'ktima-console ';
const cacheName = prefix + build;
const page = '/';

worker.addEventListener('install', event => event.waitUntil(storeBuild()));
worker.addEventListener('activate', event => event.waitUntil(dropOtherBuilds()));
worker.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Answers of the API are never touched: they may belong to a user.
  if (request.mode === 'navigate' && pathname === page) event.respondWith(newestPage(request));
  else if (pathname !== page && files.includes(pathname)) event.respondWith(storedFile(request));
});

/** Stores the page and its files; fails if the service has another build by now. */
async function storeBuild(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(
    files.map(path => (path === page ? new Request(page, { cache: 'reload' }) : path)),
  );
  const text = (await (await cache.match(page))?.text()) ?? '';
  const isSame = (text.match(/\/assets\/[\w.-]+/g) ?? []).every(path => files.includes(path));
  if (!isSame) {
    await caches.delete(cacheName);
    throw new Error('the service has another build');
  }
  await worker.skipWaiting();
}

async function dropOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter(name => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(others.map(name => caches.delete(name)));
  await worker.clients.claim();
}

/** The page of the service; the stored one only if the service does not answer, or a proxy says so. */
async function newestPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  const stored = await caches.match(page, { cacheName });
  return stored ?? answer ?? Response.error();
}

async function storedFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request);
}
