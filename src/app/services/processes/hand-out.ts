import type { Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { backlog } from '#http/server/port.ts';

/** Hands the connections of one port out to worker processes, in turn. */
export interface HandOut {
  take(socket: Socket): void;
  /** Adds a worker that serves connections. It leaves when it ends. */
  add(worker: Worker): void;
  /** Resolves when every connection has been taken by a worker, or no worker is left. */
  done(): Promise<void>;
}

/** The message with a connection, and the answer of the worker that has taken it. */
export const connectionMessage = 'connection';
export const takenMessage = 'taken';

/**
 * A worker gets its next connection when it has taken the last one, so a busy worker gets fewer.
 * Connections wait while no worker is free, as many as may wait in the system.
 */
export function openHandOut(): HandOut {
  const waiting: Socket[] = [];
  /** The workers that are free, longest first. */
  const free: Worker[] = [];
  const busy = new Set<Worker>();

  function next(): void {
    while (waiting.length > 0 && free.length > 0) {
      const worker = free.shift()!;
      busy.add(worker);
      // A worker that has just ended causes an error, and the event `exit`.
      worker.send(connectionMessage, waiting.shift()!, () => {});
    }
  }
  function leave(worker: Worker): void {
    busy.delete(worker);
    if (free.includes(worker)) free.splice(free.indexOf(worker), 1);
  }

  return {
    take(socket) {
      socket.on('error', () => {});
      if (waiting.length >= backlog) return void socket.destroy();
      waiting.push(socket);
      next();
    },
    add(worker) {
      free.push(worker);
      worker.on('message', message => {
        if (message !== takenMessage || !busy.delete(worker)) return;
        free.push(worker);
        next();
      });
      worker.once('exit', () => leave(worker));
      next();
    },
    async done() {
      while ((waiting.length > 0 && free.length + busy.size > 0) || busy.size > 0) await sleep(1);
    },
  };
}
