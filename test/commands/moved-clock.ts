import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebian, mayInstall } from '../programs.ts';

const missing = 'tests that move the clock need libfaketime: install faketime (Debian)';

/** Where Debian has the library that lies about the time; installed as root if need be. */
function libfaketime(): string {
  const find = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
  if (!find() && mayInstall()) installDebian('faketime');
  const library = find();
  if (!library) throw new Error(missing);
  return library;
}

/** A clock for other processes, which can be set while they run; timers are not affected. */
export function movedClock(folder: string) {
  const file = join(folder, 'clock');
  const set = (time: string) => {
    const seconds = (Date.parse(time) - Date.now()) / 1_000;
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}\n`);
  };
  return {
    /** Sets it to a moment in ISO 8601; from there it runs. */
    set,
    /** For the environment of a process that is to believe it. */
    env: {
      LD_PRELOAD: libfaketime(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
