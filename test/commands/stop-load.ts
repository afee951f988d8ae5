import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

/** What clients saw until the port was closed. */
export interface Seen {
  readonly statuses: number[];
  /** Connections that were accepted and then broken. */
  readonly failures: string[];
}

/** How a client uses its connections. */
export type Habit = 'keeps its connection' | 'connects for each request';

/** Sends requests one after the other, over new connections when needed, until the port is closed. */
export async function requestUntilRefused(
  seen: Seen,
  url: string,
  habit: Habit,
  form?: string,
): Promise<void> {
  const agent = new Agent({ keepAlive: habit === 'keeps its connection', maxSockets: 1 });
  for (;;) {
    try {
      const { statusCode } = await send(url, agent, form);
      seen.statuses.push(statusCode!);
    } catch (error) {
      const { code = String(error) } = error as { code?: string };
      // A connection that the closed port refuses was never accepted.
      if (code === 'ECONNREFUSED') break;
      seen.failures.push(code);
    }
  }
  agent.destroy();
}

async function send(url: string, agent: Agent, form?: string): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(url, { agent, ...(form && { method: 'POST', headers }) });
  sent.end(form);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}
