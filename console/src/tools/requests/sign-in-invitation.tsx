import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Button } from '../form/button.tsx';
import { useLocale } from '../language/language.ts';

interface SignIn {
  readonly isSignedIn: boolean;
  /** Opens the dialog; undefined when there is no authentication service. */
  readonly signIn: (() => void) | undefined;
  /** Signs in with the public login of a demo; undefined where there is none. */
  readonly asDemo: (() => void) | undefined;
}

/** Whether a user is signed in, and the ways to do so. */
export const SignInContext = createContext<SignIn>({
  isSignedIn: false,
  signIn: undefined,
  asDemo: undefined,
});

/** Whether a user is signed in. */
export function useIsSignedIn(): boolean {
  return useContext(SignInContext).isSignedIn;
}

interface SignInInvitationProps {
  readonly text: string;
  readonly hint?: string;
}

/** Explains that a sign-in is required, with a button for it. */
export function SignInInvitation({ text, hint }: SignInInvitationProps) {
  const { words } = useLocale();
  const { signIn, asDemo } = useContext(SignInContext);
  const act = asDemo ?? signIn;
  return (
    <div class="invitation">
      <p class="strong">{text}</p>
      {hint && <p class="quiet">{hint}</p>}
      {act ? (
        <Button look="main" onClick={act}>
          {asDemo ? words.session.asDemo : words.session.signIn}
        </Button>
      ) : (
        <p>{words.session.notHere}</p>
      )}
    </div>
  );
}
