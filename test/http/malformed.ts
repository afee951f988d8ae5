import { readFileSync } from 'node:fs';

/** Bytes to send, and what must come back. */
export interface Case {
  readonly name: string;
  readonly bytes: string;
  /** The status of each answer, in order; where several would do, the one that is given. */
  readonly statuses: readonly number[];
  /** Whether the line is closed afterwards. */
  readonly closed: boolean;
}

/** A POST with a small JSON body that the host takes, and the status it gets. */
export interface GoodPost {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

const bytes: Readonly<Record<string, string>> = { '0': '\0', r: '\r', n: '\n', t: '\t' };

/** `\r`, `\n`, `\t`, `\0` and `\x9a`. */
function byteOf([, letter, ...code]: string): string {
  return letter === 'x' ? String.fromCharCode(Number.parseInt(code.join(''), 16)) : bytes[letter!]!;
}

/** The byte sequences of malformed.txt, which describes them. */
export function malformed({ path, body, status }: GoodPost): Case[] {
  const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
  const post = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const size = String(body.length);
  const hex = body.length.toString(16);
  const named: Readonly<Record<string, string>> = {
    ...{ get, post, body, size, hex },
    'old post': post.replace('1.1', '1.0'),
    good: `${post}Content-Length: ${size}\r\n\r\n${body}`,
    chunked: `${post}Transfer-Encoding: chunked\r\n\r\n`,
    chunk: `${hex}\r\n${body}\r\n`,
    smuggled: `${get}\r\n`,
    status: String(status),
  };
  const repeat = (text: string) =>
    text.replace(/\{([^{}]+)\*(\d+)\}/g, (_, part, times) => part.repeat(Number(times)));
  const fill = (text: string) =>
    repeat(repeat(text.replace(/\\x../g, byteOf).replace(/\\[0rnt]/g, byteOf))).replace(
      /\{([a-z ]+)\}/g,
      (_, name) => named[name]!,
    );
  const [, ...sections] = readFileSync('test/http/malformed.txt', 'utf8').split(/^# /m);
  return sections.flatMap(section => {
    const [around, ...lines] = section.trimEnd().split('\n');
    return lines.map(line => {
      const [, answers, name, part] = /^(.*?) \| (.*?) \|(?: (.*))?$/.exec(line)!;
      const [...statuses] = fill(answers!).matchAll(/\d+/g);
      return {
        name: name!,
        bytes: fill(around!.replace('{}', () => part ?? '')),
        statuses: statuses.map(Number),
        closed: !answers!.endsWith('open'),
      };
    });
  });
}
