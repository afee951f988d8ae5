import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headerLimits } from './request-head.ts';
import { lastResponse, mayArriveSlowly, unsentResponses } from './slow-clients.ts';
import type { Server } from './typed-server.ts';
import { percentEncoding } from './utf8.ts';

const parserErrors: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Content Too Large',
    'chunk extensions: expected at most 16 kB',
  ],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', headerLimits],
  HPE_INVALID_URL: [
    400,
    'Bad Request',
    `URL: expected ${percentEncoding}; curl does so with -G --data-urlencode 'address=Ερμού 15'`,
  ],
  HPE_INVALID_METHOD: [501, 'Not Implemented', 'method: unknown'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request: did not arrive in time'],
};

/**
 * Writes an error response to the socket when Node's HTTP parser failed, then closes it, at the latest
 * after `unreadMs`: Node's own time-outs have no effect on it any more.
 */
export function respondToParserError(
  error: Error & { code?: string },
  socket: Socket,
  unreadMs: number,
): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayArriveSlowly(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  // Wait for earlier responses: the client would take this one for the response to another request.
  const earlier = unsentResponses(socket).find(
    ({ req, writableEnded }) => req.complete || writableEnded,
  );
  if (earlier)
    return void earlier.once('close', () => respondToParserError(error, socket, unreadMs));
  const last = lastResponse(socket);
  // The parser failed in the body of a request that already has its response.
  if (last?.writableFinished && !last.req.complete) return void socket.destroySoon();
  const [status, reason, message] = parserErrors[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'request: malformed HTTP',
  ];
  socket.setTimeout(unreadMs, () => socket.destroy());
  endWith(socket, status, reason, message);
}

/** Responds with our error body to CONNECT and unknown Expect headers, which Node handles itself. */
export function respondToConnectAndExpect({ server }: Server, unreadMs: number): void {
  server.on('connect', (_request, socket) => {
    // Node no longer watches this connection, so its own time-out has no effect.
    (socket as Socket).setTimeout(unreadMs, () => socket.destroy());
    const answer = () => {
      const earlier = unsentResponses(socket as Socket).at(-1);
      // Further requests may begin when it is sent.
      if (earlier) earlier.once('close', answer);
      else
        endWith(socket as Socket, 405, 'Method Not Allowed', 'CONNECT: this server is not a proxy');
    };
    answer();
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = errorText(417, 'Expect: expected nothing or 100-continue');
    response
      .writeHead(417, {
        'content-type': 'application/json; charset=utf-8',
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
  // A slow client's connection may have been ended meanwhile.
  if (!socket.writable) return void socket.destroy();
  const body = errorText(status, message);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Connection: close\r\nX-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
