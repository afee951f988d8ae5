import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import type { ColumnValue } from '../rows/layer-tables.ts';

/** How much text goes to the server in one COPY; while it works on it, the next is made. */
const chunkLength = 1 << 20;

export type Copy = ReturnType<typeof openCopy>;

/**
 * Fills tables by COPY, in pieces: rows are taken at any time, and `keepUp` waits while more than
 * one piece is under way.
 */
export function openCopy(client: Client) {
  const waiting = new Map<string, string[]>();
  let length = 0;
  let underWay: Promise<void> = Promise.resolve();

  const send = (): Promise<void> => {
    const pieces = [...waiting];
    waiting.clear();
    length = 0;
    const before = underWay;
    underWay = before.then(async () => {
      for (const [target, lines] of pieces) await copy(client, target, lines.join(''));
    });
    // The next call that waits for it throws.
    underWay.catch(() => {});
    return before;
  };

  return {
    /** Takes a row for `target`, a table with its columns. */
    add(target: string, row: readonly ColumnValue[]): void {
      const line = `${row.map(asText).join('\t')}\n`;
      const lines = waiting.get(target);
      if (lines) lines.push(line);
      else waiting.set(target, [line]);
      length += line.length;
    },
    keepUp: async (): Promise<void> => {
      if (length >= chunkLength) await send();
    },
    /** Sends what is left and waits until the server has it all. */
    async finish(): Promise<void> {
      await send();
      await underWay;
    },
    /** Waits until nothing is being sent; ignores errors. */
    settle: (): Promise<void> => underWay.catch(() => {}),
  };
}

async function copy(client: Client, target: string, text: string): Promise<void> {
  const stream = client.query(from(`COPY ${target} FROM STDIN`));
  stream.end(text);
  await finished(stream);
}

/** COPY's text format: https://www.postgresql.org/docs/current/sql-copy.html */
function asText(value: ColumnValue): string {
  if (value === null) return '\\N';
  // PostGIS reads WKB in hexadecimal.
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'number' ? String(value) : value.replace(/[\\\t\n\r]/g, escaped);
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
const escaped = (character: string) => escapes[character]!;
