import { type ErrorCode, KtimaError } from '#tools/errors.ts';
import { type Message, textIn } from './row-messages.ts';

/** The error of a run, with its message as data. */
export function refusal(said: Message, code: ErrorCode = 'BAD_DATA'): KtimaError {
  return new KtimaError(code, textIn('en', said), { said });
}

/** The error of a file that cannot be run. */
export function refusedFile(file: string, problem: Message): KtimaError {
  return refusal({ code: 'of_file', values: { file, problem } });
}

/** What an error of a run is about: inside the name of the file, if there is one. */
export function messageOf({ said, message }: KtimaError): Message {
  return (said as Message | undefined) ?? { code: 'text', values: { text: message } };
}

/** The message without the name of its file, and without its line. */
export function withoutFile(message: Message): Message {
  const { problem } = message.values ?? {};
  return typeof problem === 'object' && 'code' in problem ? withoutFile(problem) : message;
}
