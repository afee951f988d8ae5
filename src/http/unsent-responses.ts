import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses of each connection that may be unsent, oldest first; several with pipelining. */
const answersOf = new WeakMap<Socket, ServerResponse[]>();

/** Records that a response is pending on its connection. */
export function trackResponse(answer: ServerResponse): void {
  const { socket } = answer.req;
  const answers = answersOf.get(socket);
  if (!answers) return void answersOf.set(socket, [answer]);
  while (answers[0]?.writableFinished) answers.shift();
  answers.push(answer);
}

/** The responses of a connection that are not completely sent, oldest first. */
export function unsentResponses(socket: Socket): readonly ServerResponse[] {
  return answersOf.get(socket)?.filter(answer => !answer.writableFinished) ?? [];
}

/** The response to the last request of a connection, sent or not. */
export function lastResponse(socket: Socket): ServerResponse | undefined {
  return answersOf.get(socket)?.at(-1);
}
