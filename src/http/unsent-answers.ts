import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of each connection that may be unsent, oldest first: pipelining makes several. */
const answersOf = new WeakMap<Socket, ServerResponse[]>();

/** Remembers that an answer is due on its connection. */
export function expectAnswer(answer: ServerResponse): void {
  const { socket } = answer.req;
  const answers = answersOf.get(socket);
  if (!answers) return void answersOf.set(socket, [answer]);
  while (answers[0]?.writableFinished) answers.shift();
  answers.push(answer);
}

/** The answers of a connection that are not sent to the end, oldest first. */
export function unsentAnswers(socket: Socket): readonly ServerResponse[] {
  return answersOf.get(socket)?.filter(answer => !answer.writableFinished) ?? [];
}

/** The answer to the last request that a connection sent, whether it is sent or not. */
export function lastAnswer(socket: Socket): ServerResponse | undefined {
  return answersOf.get(socket)?.at(-1);
}
