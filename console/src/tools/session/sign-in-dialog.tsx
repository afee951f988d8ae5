import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button, CloseButton } from '../form/button.tsx';
import { Check, Field } from '../form/field.tsx';
import { useLocale } from '../language/language.ts';
import { signInRefusal } from './sign-in-refusal.ts';
import { SignOnChoice } from './sign-on-choice.tsx';
import type { Session } from './use-session.ts';

interface SignInDialogProps {
  readonly session: Session;
  /** The identity provider where the user can sign in; null for none. */
  readonly signOnName: string | null;
  /** The code of the failure of the last sign-on there. */
  readonly signOnFailure: string | undefined;
  onClose(): void;
}

/** Asks for name and password, and for a one-time password when the service requires it. */
export function SignInDialog({ session, onClose, ...signOn }: SignInDialogProps) {
  const { words } = useLocale();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState({ username: '', password: '', otp: '' });
  const [stay, setStay] = useState(false);
  const [needsOtp, setNeedsOtp] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise the browser focuses the first button, and what is typed blindly gets lost.
    const first = ['sign-on', 'username'].map(name => document.getElementById(`${id}-${name}`));
    (first[0] ?? first[1])?.focus();
  }, [id]);
  useEffect(() => {
    if (needsOtp) document.getElementById(`${id}-otp`)?.focus();
  }, [id, needsOtp]);

  const change = (part: Partial<typeof typed>) => setTyped(before => ({ ...before, ...part }));
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { username, password, otp } = typed;
    if (isBusy) return;
    if (username.trim() === '' || password === '') return setRefusal(words.session.fill);
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const input = { username: username.trim(), password, ...(needsOtp && { otp }) };
      await session.signIn(input, stay);
      dialog.current?.close();
    } catch (failure) {
      const refused = signInRefusal(failure, words);
      setRefusal(refused.text);
      setNeedsOtp(needsOtp || refused.needsOtp);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form class="form" onSubmit={submit} noValidate>
        <div class="dialog-head">
          <h2 id={`${id}-title`}>{words.session.signIn}</h2>
          <CloseButton onClick={() => dialog.current?.close()} />
        </div>
        {session.ended && !refusal && (
          <p class="notice notice-warn">{words.session.ended[session.ended]}</p>
        )}
        {signOn.signOnName !== null && (
          <SignOnChoice
            id={`${id}-sign-on`}
            name={signOn.signOnName}
            failure={signOn.signOnFailure}
            obstacle={session.stayObstacle}
          />
        )}
        <Field
          id={`${id}-username`}
          label={words.session.username}
          autocomplete="username"
          value={typed.username}
          onInput={username => change({ username })}
        />
        <Field
          id={`${id}-password`}
          label={words.session.password}
          type="password"
          autocomplete="current-password"
          value={typed.password}
          onInput={password => change({ password })}
        />
        {needsOtp && (
          <Field
            id={`${id}-otp`}
            label={words.session.otp}
            autocomplete="one-time-code"
            hint={words.session.otpHint}
            value={typed.otp}
            onInput={otp => change({ otp })}
          />
        )}
        <StayChoice session={session} stay={stay} onStay={setStay} />
        <p class={refusal ? 'notice notice-bad' : 'visually-hidden'} role="alert">
          {refusal}
        </p>
        <Button look="main" type="submit" aria-disabled={isBusy}>
          {isBusy ? words.loading : words.session.signIn}
        </Button>
      </form>
    </dialog>
  );
}

interface StayChoiceProps {
  readonly session: Session;
  readonly stay: boolean;
  onStay(stay: boolean): void;
}

/** Offers to stay signed in, or gives the reason why that is not possible. */
function StayChoice({ session, stay, onStay }: StayChoiceProps) {
  const { session: words } = useLocale().words;
  if (session.stayObstacle) {
    return (
      <p class="small">
        {words.inMemory} {words.obstacles[session.stayObstacle]}
      </p>
    );
  }
  return (
    <Check
      label={words.stay}
      isChecked={stay}
      hint={stay ? words.staying : words.untilClosed}
      onChange={onStay}
    />
  );
}
