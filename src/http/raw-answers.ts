import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { stuckMs, underWay } from './connections.ts';
import type { Server } from './server.ts';

const parserErrors: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'chunk extensions: too long'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'headers: expected at most 16 kB'],
  HPE_INVALID_METHOD: [501, 'Not Implemented', 'method: unknown'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request: did not arrive in time'],
};

/** Answers, on the bare socket, what Node's HTTP parser could not read; then the line is closed. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { answer, request } = underWay(socket);
  // Else a client would take the refusal for the answer to an earlier request.
  if (answer && (answer.req.complete || answer.writableEnded)) {
    return void answer.once('close', () => answerClientError(error, socket));
  }
  // A body went wrong that nobody waited for: its request has had its answer.
  if (!answer && request?.complete === false) return void socket.destroySoon();
  const [status, reason, message] = parserErrors[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'request: malformed HTTP',
  ];
  endWith(socket, status, reason, message);
}

/** Answers what Node would otherwise settle by itself, without our body. */
export function answerOddRequests({ server }: Server): void {
  server.on('connect', (_request, socket) => {
    // Node has let go of it: nobody else closes what the client leaves half-open.
    (socket as Socket).setTimeout(stuckMs, () => socket.destroy());
    const answer = () =>
      endWith(socket as Socket, 405, 'Method Not Allowed', 'CONNECT: this is no proxy');
    const { answer: earlier } = underWay(socket as Socket);
    if (earlier) earlier.once('close', answer);
    else answer();
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = errorText(417, 'Expect: expected nothing or 100-continue');
    response
      .writeHead(417, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
        'x-request-id': randomUUID(),
      })
      .end(body);
  });
}

function errorText(status: number, message: string): string {
  return JSON.stringify({ error: status, message });
}

function endWith(socket: Socket, status: number, reason: string, message: string): void {
  const body = errorText(status, message);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
