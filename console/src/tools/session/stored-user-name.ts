import { forgetChoice, readStoredChoice, storeChoice } from '../browser/stored-choice.ts';

const choice = 'signed-in';

/**
 * The name of the user who stays signed in, undefined when there is none. It shows a new page that
 * the browser has a session cookie, which no script can read.
 */
export const storedUserName = {
  read: () => readStoredChoice(choice),
  store: (name: string) => storeChoice(choice, name),
  forget: () => forgetChoice(choice),
};
