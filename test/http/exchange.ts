import { connect } from 'node:net';

/** What came back over a plain socket. */
export interface Exchange {
  readonly text: string;
  /** Of each answer, in order. */
  readonly statuses: readonly number[];
  /** Whether the service closed the line; else it fell silent. */
  readonly closed: boolean;
}

/** Sends raw bytes (Latin-1) and waits until the service closes the line or falls silent. */
export function exchange(port: number, bytes: string, silenceMs = 1_000): Promise<Exchange> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let closed = true;
    socket.setEncoding('latin1');
    // A busy machine may take long for the first answer.
    socket.setTimeout(30_000, () => {
      closed = false;
      socket.destroy();
    });
    socket.on('data', chunk => {
      text += chunk;
      socket.setTimeout(silenceMs);
    });
    // A line that is cut shows as closed.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ text, statuses: statusesIn(text), closed }));
    socket.write(bytes, 'latin1');
  });
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(found => Number(found[1]));
}
