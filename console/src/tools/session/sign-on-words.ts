import { wordsHook } from '../language/language.ts';

/** The texts of signing in at an identity provider, whose name is given. */
export const el = {
  signIn: (name: string) => `Σύνδεση με ${name}`,
  or: 'Ή με όνομα χρήστη:',
  hint: (name: string) =>
    `Ισχύει για όλες τις καρτέλες του περιηγητή. Η αποσύνδεση εδώ δεν σας αποσυνδέει από: ${name}.`,
  notHere: (name: string) => `Η σύνδεση με ${name} δεν είναι δυνατή εδώ.`,
  /** By the code of the service. */
  failures: {
    refused: name => `Δεν συνδεθήκατε με ${name}. Δοκιμάστε ξανά ή συνδεθείτε με όνομα χρήστη.`,
    expired: () => 'Η σύνδεση άργησε ή άρχισε άλλη στο μεταξύ. Δοκιμάστε ξανά.',
    unavailable: name => `Δεν υπάρχει απάντηση από: ${name}. Δοκιμάστε ξανά σε λίγο.`,
    no_access: () =>
      'Ο λογαριασμός σας δεν έχει πρόσβαση σε αυτή την υπηρεσία. Απευθυνθείτε στον διαχειριστή.',
    failed: name =>
      `Η σύνδεση με ${name} απέτυχε. Δοκιμάστε ξανά· αν αποτύχει πάλι, ενημερώστε τον διαχειριστή.`,
  } as Readonly<Record<string, (name: string) => string>>,
};

export const en: typeof el = {
  signIn: name => `Sign in with ${name}`,
  or: 'Or with a user name:',
  hint: name =>
    `You are then signed in for all tabs of this browser. Signing out here does not sign you out of ${name}.`,
  notHere: name => `Signing in with ${name} is not possible here.`,
  failures: {
    refused: name => `You did not sign in with ${name}. Try again, or use a user name.`,
    expired: () => 'The sign-in took too long, or another one was started. Try again.',
    unavailable: name => `${name} does not answer. Try again in a moment.`,
    no_access: () => 'Your account may not use this service. Ask your administrator.',
    failed: name =>
      `Signing in with ${name} failed. Try again; if it fails again, tell your administrator.`,
  },
};

/** The texts in the language of the page. */
export const useSignOnWords = wordsHook({ el, en });
