import { forgetChoice, readStoredChoice, storeChoice } from '../browser/stored-choice.ts';

const choice = 'signed-in';

/** Set while the cookie is deleted when the browser is closed. */
const untilClosed = 'until-closed';

/**
 * The name of the signed-in user, undefined when there is none. It shows a new page that the browser
 * has a session cookie, which no script can read.
 */
export const storedUserName = {
  read: () => readStoredChoice(choice),
  /** Whether the user is signed in after the browser was closed too. */
  stays: () => readStoredChoice(untilClosed) === undefined,
  store: (name: string, stay: boolean) => {
    storeChoice(choice, name);
    if (stay) forgetChoice(untilClosed);
    else storeChoice(untilClosed, 'yes');
  },
  forget: () => {
    forgetChoice(choice);
    forgetChoice(untilClosed);
  },
};
