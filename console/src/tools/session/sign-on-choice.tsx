import { useState } from 'preact/hooks';
import { KtimaApiError } from '../../../../client/src/client.ts';
import { Button } from '../form/button.tsx';
import { useClient } from '../requests/use-request.ts';
import { leaveForSignOn } from './sign-on.ts';
import { useSignOnWords } from './sign-on-words.ts';
import type { StayObstacle } from './stay-signed-in.ts';

interface SignOnChoiceProps {
  /** Of the button, which gets the focus. */
  readonly id: string;
  /** The name of the identity provider. */
  readonly name: string;
  /** The code of the failure of the last sign-on. */
  readonly failure: string | undefined;
  /** Why the browser cannot keep the session, which is in a cookie. */
  readonly obstacle: StayObstacle | undefined;
}

/** Offers to sign in at an identity provider, and says why that failed. */
export function SignOnChoice({ id, name, failure, obstacle: known }: SignOnChoiceProps) {
  const { own, words } = useSignOnWords();
  const client = useClient();
  const [code, setCode] = useState(failure);
  const [obstacle, setObstacle] = useState(known);
  const [isBusy, setIsBusy] = useState(false);

  const leave = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setCode(undefined);
    try {
      leaveForSignOn((await client.startSignOn()).authorization_url);
    } catch (error) {
      const status = error instanceof KtimaApiError ? error.status : undefined;
      if (status === 403) setObstacle('otherSite');
      else setCode(status === 404 ? 'failed' : 'unavailable');
      setIsBusy(false);
    }
  };

  const explain = code === undefined ? undefined : (own.failures[code] ?? own.failures.failed!);
  // Who has cancelled knows it: no fault.
  const notice = `notice ${code === 'refused' ? 'notice-warn' : 'notice-bad'}`;
  return (
    <>
      <p class={explain ? notice : 'visually-hidden'} role="alert">
        {explain?.(name)}
      </p>
      {obstacle ? (
        <p class="small">
          {own.notHere(name)} {words.session.obstacles[obstacle]}
        </p>
      ) : (
        <div class="form sign-on">
          <Button id={id} aria-disabled={isBusy} onClick={leave}>
            {isBusy ? words.loading : own.signIn(name)}
          </Button>
          <p class="field-hint">{own.hint(name)}</p>
        </div>
      )}
      <p class="strong">{own.or}</p>
    </>
  );
}
