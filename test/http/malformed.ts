/** Bytes to send, and what must come back. */
export interface Case {
  readonly name: string;
  readonly bytes: string;
  /** The status of each answer, in order; where several would do, the one that is given. */
  readonly statuses: readonly number[];
  /** Whether the line is closed afterwards, so that nothing behind can be taken for a request. */
  readonly closed: boolean;
}

/** A POST with a small JSON body that the host takes, and the status it gets. */
export interface GoodPost {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

const get = (more = '') => `GET /healthz HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
/** Comes after a request whose end is in doubt; it must never be answered. */
const smuggled = get();

/** The table of byte sequences. */
export function malformed({ path, body, status }: GoodPost): Case[] {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const size = body.length;
  const chunk = `${size.toString(16)}\r\n${body}\r\n`;
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  const ended = (name: string, bytes: string, ...statuses: number[]): Case => {
    return { name, bytes, statuses, closed: true };
  };
  const refused = (name: string, bytes: string, answer = 400) => ended(name, bytes, answer);
  const taken = (name: string, bytes: string, ...statuses: number[]): Case => {
    return { name, bytes, statuses, closed: false };
  };
  const doubtful = (name: string, headers: string, answer = 400) =>
    refused(name, `${head}${headers}\r\n\r\n${chunk}0\r\n\r\n${smuggled}`, answer);
  const badLength = (value: string) =>
    refused(
      `Content-Length: ${value}`,
      `${head}Content-Length: ${value}\r\n\r\n${body}${smuggled}`,
    );
  const badChunk = (name: string, text: string, answer = 400) =>
    refused(name, `${chunked}${text}${smuggled}`, answer);
  const badLine = (line: string, answer = 400) =>
    refused(
      `request line ${JSON.stringify(line.slice(0, 40))}`,
      `${line}\r\nHost: x\r\n\r\n`,
      answer,
    );
  const badHeader = (name: string, line: string) =>
    refused(name, `GET /healthz HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n${smuggled}`);

  return [
    doubtful('CL.TE', `Content-Length: ${size}\r\nTransfer-Encoding: chunked`),
    doubtful('TE.CL', `Transfer-Encoding: chunked\r\nContent-Length: ${size}`),
    doubtful('CL.TE with a length of none', 'Content-Length: 0\r\nTransfer-Encoding: chunked'),
    doubtful('a space before the colon', 'Transfer-Encoding : chunked'),
    doubtful('a tab before the colon', 'Transfer-Encoding\t: chunked'),
    doubtful('xchunked', 'Transfer-Encoding: xchunked', 415),
    doubtful('chunked in quotes', 'Transfer-Encoding: "chunked"', 415),
    doubtful('chunked, then identity', 'Transfer-Encoding: chunked, identity'),
    doubtful('chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'),
    doubtful('chunked and identity', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'),
    doubtful('identity', 'Transfer-Encoding: identity', 415),
    doubtful('an empty coding', 'Transfer-Encoding:'),
    doubtful('a coding with a control character', 'Transfer-Encoding: \x0bchunked'),
    doubtful('a folded coding', 'Transfer-Encoding:\r\n chunked'),
    doubtful('a coding after a bare line feed', 'X: x\nTransfer-Encoding: chunked'),
    doubtful('a coding after a bare carriage return', 'X: x\rTransfer-Encoding: chunked'),
    refused(
      'a body that is compressed on the way',
      `${head}Transfer-Encoding: gzip, chunked\r\n\r\n${chunk}0\r\n\r\n${smuggled}`,
      415,
    ),
    refused(
      'two lengths that differ',
      `${head}Content-Length: ${size}\r\nContent-Length: 0\r\n\r\n${body}${smuggled}`,
    ),
    refused(
      'the same length twice',
      `${head}Content-Length: ${size}\r\nContent-Length: ${size}\r\n\r\n${body}${smuggled}`,
    ),
    ...['-1', '+5', '0x10', '5 5', '5,5', '1e1', '5;', '', 'x', '9'.repeat(30)].map(badLength),
    refused('a length beyond the limit', `${head}Content-Length: 999999999999\r\n\r\n${body}`, 413),

    badChunk('a chunk size that is no number', 'zz\r\n\r\n'),
    badChunk('a negative chunk size', `-5\r\n${body}\r\n0\r\n\r\n`),
    badChunk('a chunk size with 0x', `0x5\r\n${body}\r\n0\r\n\r\n`),
    badChunk('a chunk size beyond all', `${'F'.repeat(17)}\r\n${body}\r\n0\r\n\r\n`),
    badChunk('no chunk size', `\r\n${body}\r\n0\r\n\r\n`),
    badChunk('a chunk longer than its size', `1\r\n${body}\r\n0\r\n\r\n`),
    badChunk('a chunk size that ends in a line feed', `${size.toString(16)}\n${body}\n0\n\n`),
    badChunk('a chunk extension of 1 MB', `5;x=${'y'.repeat(1_000_000)}\r\n`, 413),
    badChunk('a trailer of 20 kB', `${chunk}0\r\nX-T: ${'t'.repeat(20_000)}\r\n\r\n`, 431),
    refused(
      'chunks beyond the limit',
      `${chunked}${`1000\r\n${'x'.repeat(4_096)}\r\n`.repeat(70)}0\r\n\r\n`,
      413,
    ),

    badLine('hello', 501),
    badLine('GET /healthz'),
    badLine('GET /healthz HTTP/0.9'),
    badLine('GET /healthz HTTP/1.2'),
    badLine('GET /healthz HTTP/2.0'),
    badLine('GET /healthz HTTP/1.1x'),
    badLine('GET /healthz http/1.1'),
    badLine('GET /healthz HTTPS/1.1'),
    badLine('GET /health z HTTP/1.1'),
    badLine('GET /healthz\tHTTP/1.1'),
    badLine('GET /health\0z HTTP/1.1'),
    badLine('GET healthz HTTP/1.1'),
    badLine('FROB /healthz HTTP/1.1', 501),
    badLine('get /healthz HTTP/1.1', 501),
    badLine(`${'A'.repeat(10_000)} / HTTP/1.1`, 501),
    badLine(`GET /${'a'.repeat(17_000)} HTTP/1.1`, 431),
    refused('HTTP/2 by its preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'),
    refused(
      'a TLS handshake',
      `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\x9a'.repeat(100)}`,
      501,
    ),
    ended(
      'HTTP/1.0 without a host, as simple health checks send it',
      'GET /healthz HTTP/1.0\r\n\r\n',
      200,
    ),
    refused(
      'HTTP/1.0 with two hosts',
      `GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n${smuggled}`,
    ),
    ended('HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n', 200),
    ended(
      'HTTP/1.0 with chunks, and one behind it',
      `${head.replace('1.1', '1.0')}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n${smuggled}`,
      status,
    ),
    ended(
      'HTTP/1.0 with chunks that nobody asked for, and one behind it',
      `GET /healthz HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      200,
    ),
    ended(
      'HTTP/1.0 with chunks to a path that is not there',
      `POST /nowhere HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      404,
    ),
    refused('CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405),

    refused('no host', `GET /healthz HTTP/1.1\r\n\r\n${smuggled}`),
    refused('two hosts', `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${smuggled}`),
    refused(
      'the same host twice',
      `GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n${smuggled}`,
    ),
    badHeader('a folded header', 'X-A: 1\r\n 2'),
    badHeader('a NUL in a header', 'X-A: \0'),
    badHeader('a NUL in the name of a header', 'X\0A: 1'),
    badHeader('a header without a colon', 'X-A'),
    badHeader('a header without a name', ': 1'),
    badHeader('a space in the name of a header', 'X A: 1'),
    badHeader('a carriage return in a header', 'X-A: 1\r2'),
    refused('bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n'),
    refused('a line feed after the request line', `GET /healthz HTTP/1.1\nHost: x\r\n\r\n`),
    refused('an unknown expectation', `${get('Expect: tea\r\n')}${smuggled}`, 417),
    ended(
      'an unknown expectation behind a good request',
      `${head}Content-Length: ${size}\r\n\r\n${body}${get('Expect: tea\r\n')}`,
      status,
      417,
    ),
    ended(
      'CONNECT behind a good request',
      `${head}Content-Length: ${size}\r\n\r\n${body}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
      status,
      405,
    ),
    refused('headers over 16 kB', get(`X-A: ${'a'.repeat(17_000)}\r\n`), 431),
    refused('over 100 headers', `${get('X-A: 1\r\n'.repeat(101))}${smuggled}`, 431),

    taken('a URL over 8 kB', `GET /healthz?${'a'.repeat(8_200)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414),
    ...['a b', 'a/b', 'u@a', 'a:b', '"><script>', '[::1', 'a:1:2'].map(host =>
      taken(`the host ${host}`, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 400),
    ),
    taken('an empty host', 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n', 200),
    taken('TRACE', 'TRACE /healthz HTTP/1.1\r\nHost: x\r\n\r\n', 405),
    taken(
      'a compressed body',
      `${head}Content-Encoding: gzip\r\nContent-Length: ${size}\r\n\r\n${body}`,
      415,
    ),
    taken('an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404),
    taken('a URL with a host', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: x\r\n\r\n', 200),
    taken('empty lines before a request', `\r\n\r\n${get()}`, 200),
    taken('a request to upgrade', get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200),
    taken('good chunks', `${chunked}${chunk}0\r\n\r\n`, status),
    taken(
      'a short chunk extension',
      `${chunked}${size.toString(16)};a=b\r\n${body}\r\n0\r\n\r\n`,
      status,
    ),
    taken('trailers', `${chunked}${chunk}0\r\nX-T: 1\r\nHost: evil.example\r\n\r\n`, status),
    taken(
      'a body that is waited for',
      `${head}Expect: 100-continue\r\nContent-Length: ${size}\r\n\r\n${body}`,
      100,
      status,
    ),
    taken(
      'a body that nobody asked for',
      `${get(`Content-Length: ${size}\r\n`)}${body}${get()}`,
      200,
      200,
    ),
    taken(
      'two requests in one packet',
      `${get()}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n`,
      200,
      404,
    ),
    refused('a type of body, but no body', `${head}\r\n${smuggled}`),
    ended(
      'a body without a length, because its coding has an underscore',
      `${head}Transfer_Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n${smuggled}`,
      400,
    ),
    ended(
      'a bad chunk in a body that nobody asked for',
      `${get('Transfer-Encoding: chunked\r\n')}zz\r\n\r\n${smuggled}`,
      400,
    ),
    ended(
      'a bad chunk in the body of a request that was refused before',
      `POST /nowhere HTTP/1.1\r\nHost: x\r\nHost: y\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${smuggled}`,
      400,
    ),
    ended(
      'a good request, a bad one, and one behind it',
      `${get()}GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n${smuggled}`,
      200,
      400,
    ),
    ended(
      'a request that ends the line, and one behind it',
      `${get('Connection: close\r\n')}${smuggled}`,
      200,
    ),
  ];
}
