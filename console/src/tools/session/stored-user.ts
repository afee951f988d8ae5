import { forgetChoice, readStoredChoice, storeChoice } from '../browser/stored-choice.ts';

/** Who is signed in: the name that was typed, and the `sub` of the tokens. */
export interface User {
  readonly name: string;
  readonly id: string;
}

const names = { name: 'signed-in', id: 'signed-in-id' };

/** Set while the cookie is deleted when the browser is closed. */
const untilClosed = 'until-closed';

/**
 * The signed-in user, undefined when there is none. It shows a new page that the browser has a
 * session cookie, which no script can read, and whose: another one may have replaced it.
 */
export const storedUser = {
  read: (): User | undefined => {
    const [name, id] = [readStoredChoice(names.name), readStoredChoice(names.id)];
    return name !== undefined && id !== undefined ? { name, id } : undefined;
  },
  /** Whether the user is signed in after the browser was closed too. */
  stays: () => readStoredChoice(untilClosed) === undefined,
  store: ({ name, id }: User, stay: boolean) => {
    storeChoice(names.name, name);
    storeChoice(names.id, id);
    if (stay) forgetChoice(untilClosed);
    else storeChoice(untilClosed, 'yes');
  },
  forget: () => [names.name, names.id, untilClosed].forEach(forgetChoice),
};
