import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortfolioOptions, PortfolioStatus } from '../../api/portfolios/portfolio-body.ts';
import { privateFileMode, privateFolderMode } from '../../files/private-file.ts';
import { replaceFileBy } from '../../files/write-file.ts';
import type { Subject } from '../../usage/store.ts';

/** A run as its file `run.json` has it. */
export interface RunRecord {
  /** SHA-256 of the issuer and the subject of its owner. */
  readonly owner: string;
  /** The user or client whose usage and quota the rows count for. */
  readonly subject: Subject;
  readonly options: PortfolioOptions;
  /** How often the run was started; a crash interrupts it. */
  readonly attempts: number;
  /** Whether its rows were counted. */
  readonly isCounted: boolean;
  readonly status: PortfolioStatus;
}

/** Whether a run waits or runs. */
export function isUnfinished({ status }: RunRecord): boolean {
  return status.state === 'queued' || status.state === 'running';
}

/** Whether a run has ended so long ago that it is removed. */
export function isExpired({ status }: RunRecord, now: Date): boolean {
  return status.expires_at !== null && new Date(status.expires_at) <= now;
}

/** 128 random bits in hex. */
export const idPattern = /^[0-9a-f]{32}$/;

/** The file of a run's rows and their corrections. */
export const rowsFile = 'rows.db';

/** The files that another run of the same portfolio needs. */
export const keptForAgain: readonly string[] = ['input', rowsFile, `${rowsFile}-wal`];

/** A folder that was given up gets this ending before its files are removed. */
const removedEnding = '.removed';

/** How long an upload, or a folder whose record is unreadable, is kept. */
const incompleteMs = 3_600_000;

/** The files of runs: a folder for each, with its id as the name. */
export type RunFiles = ReturnType<typeof openRunFiles>;

/** Opens the folder of all runs. It is created by the first one. */
export function openRunFiles(folder: string) {
  const pathOf = (id: string, file = '') => join(folder, id, file);

  async function read(id: string): Promise<RunRecord | undefined> {
    if (!idPattern.test(id)) return undefined;
    try {
      return JSON.parse(await readFile(pathOf(id, 'run.json'), 'utf8'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  async function names(): Promise<string[]> {
    return readdir(folder).catch(error => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  /** Renames first, so that a run that still writes fails and nobody reads half of it. */
  async function remove(id: string): Promise<void> {
    const gone = pathOf(id) + removedEnding;
    await rename(pathOf(id), gone).catch(ignoreMissing);
    await rm(gone, { recursive: true, force: true, maxRetries: 3 });
  }

  return {
    folder,
    pathOf,
    read,
    remove,

    /** Creates the folder of a run. */
    async create(id: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: privateFolderMode });
      await mkdir(pathOf(id), { mode: privateFolderMode });
    },

    /** Replaces a record. Throws if the run was removed. */
    write: (record: RunRecord) =>
      replaceFileBy(
        pathOf(record.status.id, 'run.json'),
        write => write(JSON.stringify(record)),
        privateFileMode,
      ),

    /** Removes all files of a run but its record and those to keep. */
    async removeContent(id: string, kept: readonly string[] = []): Promise<void> {
      for (const name of await readdir(pathOf(id)).catch(() => [])) {
        if (name !== 'run.json' && !kept.includes(name))
          await rm(pathOf(id, name), { force: true });
      }
    },

    /** All records, oldest first. */
    async list(): Promise<RunRecord[]> {
      const records = await Promise.all((await names()).map(read));
      return records
        .filter(record => record !== undefined)
        .sort((a, b) => (a.status.created_at < b.status.created_at ? -1 : 1));
    },

    /** The bytes of all files, also of uploads under way. */
    async usedBytes(): Promise<number> {
      let sum = 0;
      for (const id of await names()) {
        const files = await readdir(pathOf(id)).catch(() => []);
        for (const file of files) {
          sum += (await stat(pathOf(id, file)).catch(() => undefined))?.size ?? 0;
        }
      }
      return sum;
    },

    /** Removes runs that have expired, and what crashes have left. */
    async sweep(now: Date): Promise<void> {
      for (const name of await names()) {
        const record = await read(name);
        const isDue = record
          ? isExpired(record, now)
          : name.endsWith(removedEnding) || (await isOld(pathOf(name), now));
        if (isDue) await remove(name.replace(removedEnding, ''));
      }
    },
  };
}

async function isOld(path: string, now: Date): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isDirectory() === true && now.getTime() - facts.mtimeMs > incompleteMs;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
