import { useLocale } from '../language/language.ts';

interface SignInInvitationProps {
  readonly text: string;
  readonly hint?: string;
  /** Undefined when there is no authentication service. */
  readonly onSignIn: (() => void) | undefined;
}

/** Explains that a sign-in is required, with a button for it. */
export function SignInInvitation({ text, hint, onSignIn }: SignInInvitationProps) {
  const { words } = useLocale();
  return (
    <div class="invitation">
      <p class="strong">{text}</p>
      {hint && <p class="quiet">{hint}</p>}
      {onSignIn ? (
        <button type="button" class="button button-main" onClick={onSignIn}>
          {words.session.signIn}
        </button>
      ) : (
        <p>{words.session.notHere}</p>
      )}
    </div>
  );
}
