import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly ms: number;
}

/** Sends bytes and returns the response; one request after the other. */
export interface Connection {
  send(bytes: Buffer, options?: { readonly isHead?: boolean }): Promise<Answer>;
  close(): void;
}

/** Longer than any time-out of the service: whatever has not answered by then hangs. */
const hangsAfterMs = 20_000;

/** A connection that is kept open, and opened again when the service closed it. */
export function openConnection(address: string): Connection {
  const { hostname, port } = new URL(address);
  let socket: Socket | undefined;
  // What fails shows as a connection that was closed.
  const open = () => connect(Number(port), hostname).on('error', () => {});

  return {
    async send(bytes, { isHead = false } = {}) {
      if (!socket || socket.destroyed || !socket.writable) socket = open();
      const used = socket;
      try {
        const answer = await exchange(used, bytes, isHead);
        if (answer.headers.get('connection') === 'close') used.destroy();
        return answer;
      } catch (error) {
        used.destroy();
        throw error;
      }
    },
    close: () => socket?.destroy(),
  };
}

function exchange(socket: Socket, bytes: Buffer, isHead: boolean): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const start = performance.now();
  let received = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    try {
      const answer = readAnswer(received, isHead);
      if (answer) resolve({ ...answer, ms: performance.now() - start });
    } catch (error) {
      reject(error);
    }
  };
  const onClose = () => reject(new Error(`closed after ${received.length} bytes of an answer`));
  const hangs = setTimeout(() => reject(new Error('no answer: it hangs')), hangsAfterMs);
  socket.on('data', onData).on('close', onClose);
  socket.write(bytes);
  return promise.finally(() => {
    clearTimeout(hangs);
    socket.off('data', onData).off('close', onClose);
  });
}

/** The answer in these bytes; undefined while it is not whole. More than one is an error. */
function readAnswer(bytes: Buffer, isHead: boolean): Omit<Answer, 'ms'> | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map(line => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  // A request that could not be parsed is answered on the socket, where it is not known whether it
  // was a HEAD.
  const isUnread = headers.get('connection') === 'close' && body.length > 0;
  const hasBody = (!isHead || isUnread) && status !== 204 && status !== 304;
  const length = hasBody ? Number(headers.get('content-length')) : 0;
  if (!Number.isInteger(length)) throw new Error(`an answer without its length: ${first}`);
  if (body.length > length) throw new Error(`more than one answer: ${bytes.toString('latin1')}`);
  return body.length === length ? { status, headers, body } : undefined;
}
