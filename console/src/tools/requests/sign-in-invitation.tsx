import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Button } from '../form/button.tsx';
import { useLocale } from '../language/language.ts';

/** Signs in with the public login of a demo; undefined where there is none. */
export const DemoSignIn = createContext<(() => void) | undefined>(undefined);

interface SignInInvitationProps {
  readonly text: string;
  readonly hint?: string;
  /** Undefined when there is no authentication service. */
  readonly onSignIn: (() => void) | undefined;
}

/** Explains that a sign-in is required, with a button for it. */
export function SignInInvitation({ text, hint, onSignIn }: SignInInvitationProps) {
  const { words } = useLocale();
  const asDemo = useContext(DemoSignIn);
  const act = asDemo ?? onSignIn;
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
