import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

/** What clients saw. */
export interface Seen {
  readonly statuses: number[];
  /** Connections that were accepted and then broken. */
  readonly failures: string[];
}

/** How a client uses its connections. */
export type Habit = 'keeps its connection' | 'connects for each request';

/** What a client posts, in a format that is not a form if its headers say so. Empty: it sends GET. */
export interface Post {
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests one after the other, over new connections when needed, until the port is closed. */
export async function requestUntilRefused(
  seen: Seen,
  url: string,
  habit: Habit,
  body?: string,
): Promise<void> {
  // A connection that the closed port refuses was never accepted.
  await repeat(seen, url, habit, { body }, code => code === 'ECONNREFUSED');
}

/** The same until a signal. A connection that is refused has failed, too. */
export async function requestUntil(
  signal: AbortSignal,
  seen: Seen,
  url: string,
  habit: Habit,
  post: Post = {},
): Promise<void> {
  await repeat(seen, url, habit, post, code => code === undefined && signal.aborted);
}

/** `isOver` gets the code of an error, or nothing before a request. */
async function repeat(
  seen: Seen,
  url: string,
  habit: Habit,
  post: Post,
  isOver: (code?: string) => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: habit === 'keeps its connection', maxSockets: 1 });
  while (!isOver()) {
    try {
      const { statusCode } = await send(url, agent, post);
      seen.statuses.push(statusCode!);
    } catch (error) {
      const { code = String(error) } = error as { code?: string };
      if (isOver(code)) break;
      seen.failures.push(code);
    }
  }
  agent.destroy();
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function send(url: string, agent: Agent, { body, headers }: Post): Promise<IncomingMessage> {
  const post = { method: 'POST', headers: { ...form, ...headers } };
  const sent = request(url, { agent, ...(body !== undefined && post) });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}
