import { setTimeout as sleep } from 'node:timers/promises';

/** What a client got; a status of 0 is no answer at all. */
export interface Answer {
  readonly kind: string;
  /** When it was there, and how long it took, in milliseconds. */
  readonly atMs: number;
  readonly tookMs: number;
  readonly status: number;
  /** Whether it was what it should have been: the known answer, or a refusal as documented. */
  readonly right: boolean;
}

/** A client that asks the same again and again. */
export interface Client {
  readonly kind: string;
  /** How long it waits between an answer and the next question. */
  readonly pauseMs: number;
  readonly ask: () => Promise<Response>;
  /** Whether the body of a 200 is right. */
  readonly isRight: (body: string) => boolean;
}

/** A client does not wait longer than this for an answer. */
export const patienceMs = 10_000;

/** Lets clients ask, all at once, until `stop`. */
export function startLoad(clients: readonly Client[]) {
  const answers: Answer[] = [];
  let stopped = false;
  const running = clients.map(async client => {
    while (!stopped) {
      answers.push(await answerTo(client));
      await sleep(client.pauseMs);
    }
  });
  return {
    answers,
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function answerTo({ kind, ask, isRight }: Client): Promise<Answer> {
  const started = performance.now();
  const finish = (status: number, right: boolean) => {
    const atMs = performance.now();
    return { kind, atMs, tookMs: atMs - started, status, right };
  };
  try {
    const response = await ask();
    const body = await response.text();
    if (response.status === 200) return finish(200, isRight(body));
    const refusedWell = response.status === 503 && response.headers.has('retry-after');
    return finish(response.status, refusedWell);
  } catch {
    return finish(0, false);
  }
}
