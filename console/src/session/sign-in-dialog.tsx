import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Field } from '../form/field.tsx';
import { useLocale } from '../language/language.tsx';
import { signInRefusal } from './sign-in-refusal.ts';
import type { Session } from './use-session.ts';

interface SignInDialogProps {
  readonly session: Session;
  onClose(): void;
}

/** Asks for name and password, and for a one-time password when the service requires it. */
export function SignInDialog({ session, onClose }: SignInDialogProps) {
  const { words } = useLocale();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState({ username: '', password: '', otp: '' });
  const [needsOtp, setNeedsOtp] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => dialog.current?.showModal(), []);
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
      await session.signIn({ username: username.trim(), password, ...(needsOtp && { otp }) });
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
          <button
            type="button"
            class="icon-button"
            aria-label={words.close}
            onClick={() => dialog.current?.close()}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
        {session.hasEnded && !refusal && <p class="notice notice-warn">{words.session.ended}</p>}
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
        <p class={refusal ? 'notice notice-bad' : 'visually-hidden'} role="alert">
          {refusal}
        </p>
        <button type="submit" class="button button-main" aria-disabled={isBusy}>
          {isBusy ? words.loading : words.session.signIn}
        </button>
        <p class="small">{words.session.inMemory}</p>
      </form>
    </dialog>
  );
}
