import { setTimeout as sleep } from 'node:timers/promises';

/** The result of one request; status 0 means no response. */
export interface Answer {
  readonly kind: string;
  /** When the response arrived, and how long it took, in milliseconds. */
  readonly atMs: number;
  readonly tookMs: number;
  readonly status: number;
  /** Whether it was correct: the expected body, or a 503 with Retry-After. */
  readonly right: boolean;
}

/** A client that repeats one request. */
export interface Client {
  readonly kind: string;
  /** The pause between a response and the next request. */
  readonly pauseMs: number;
  readonly ask: () => Promise<Response>;
  /** Whether the body of a 200 is right. */
  readonly isRight: (body: string) => boolean;
}

/** The time-out of a request. */
export const timeoutMs = 10_000;

/** Runs all clients at once until `stop`. */
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
