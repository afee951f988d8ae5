import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { privateFileMode } from '../../files/private-file.ts';

/** The right to run portfolios of a folder, which one process has at a time. */
export interface RunLock {
  /** Renews the lock; false if another process has taken it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** A lock that was not renewed for so long belongs to a process that has ended. */
const staleMs = 30_000;

interface Holder {
  readonly token: string;
  readonly host: string;
  readonly pid: number;
}

/** The locks that this process holds. */
const held = new Set<string>();

/** Claims a lock file; undefined if another process holds it. */
export async function claimLock(path: string): Promise<RunLock | undefined> {
  const before = await readHolder(path);
  if (before !== undefined) {
    if (!(await isStale(path, before))) return undefined;
    // Of several processes that find it stale, one can rename it.
    const moved = `${path}.${randomUUID()}`;
    const isMoved = await rename(path, moved).then(
      () => true,
      () => false,
    );
    if (!isMoved) return undefined;
    const isFresh = (await readHolder(moved))?.token !== before.token;
    // Another process has replaced the stale one meanwhile.
    if (isFresh) await link(moved, path).catch(() => {});
    await rm(moved, { force: true });
    if (isFresh) return undefined;
  }
  const holder: Holder = { token: randomUUID(), host: hostname(), pid: process.pid };
  if (!(await create(path, JSON.stringify(holder)))) return undefined;
  held.add(holder.token);
  const isOurs = async () => (await readHolder(path))?.token === holder.token;
  return {
    async renew() {
      if (!(await isOurs())) return false;
      const now = new Date();
      await utimes(path, now, now);
      return true;
    },
    async release() {
      if (await isOurs()) await rm(path, { force: true });
      held.delete(holder.token);
    },
  };
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', privateFileMode);
    try {
      await file.writeFile(text);
    } catch (error) {
      // Without its text the lock would stay until it is stale.
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The holder of a lock; an unreadable one counts as a holder that nobody knows. */
async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return { token: '', host: '', pid: 0 };
  }
}

async function isStale(path: string, { token, host, pid }: Holder): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return true;
  if (Date.now() - facts.mtimeMs > staleMs) return true;
  if (host !== hostname()) return false;
  // A new process may have the number of the one that ended: the first of a container has always 1.
  return pid === process.pid ? !held.has(token) : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
