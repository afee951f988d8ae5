import { useSpeech } from '../language/language.tsx';

interface SignInInvitationProps {
  readonly text: string;
  readonly hint?: string;
  onSignIn(): void;
}

/** Says kindly that one must sign in for this, and lets one do it. */
export function SignInInvitation({ text, hint, onSignIn }: SignInInvitationProps) {
  const { words } = useSpeech();
  return (
    <div class="invitation">
      <p class="strong">{text}</p>
      {hint && <p class="quiet">{hint}</p>}
      <button type="button" class="button button-main" onClick={onSignIn}>
        {words.session.signIn}
      </button>
    </div>
  );
}
