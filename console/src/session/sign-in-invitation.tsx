import { useSpeech } from '../language/language.tsx';

interface SignInInvitationProps {
  readonly text: string;
  readonly hint?: string;
  /** Missing where there is no service to sign in at. */
  readonly onSignIn: (() => void) | undefined;
}

/** Says kindly that one must sign in for this, and lets one do it. */
export function SignInInvitation({ text, hint, onSignIn }: SignInInvitationProps) {
  const { words } = useSpeech();
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
