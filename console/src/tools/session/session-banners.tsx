import { Button } from '../form/button.tsx';
import { useLocale } from '../language/language.ts';
import type { Session } from './use-session.ts';

interface SessionBannersProps {
  readonly session: Session;
  onSignIn: (() => void) | undefined;
}

/** Shows that the session has ended, or that the browser does not keep it. */
export function SessionBanners({ session, onSignIn }: SessionBannersProps) {
  const { words } = useLocale();
  return (
    <>
      {session.ended && (
        <div class="banner" role="alert">
          <p>{words.session.ended[session.ended]}</p>
          <Button onClick={onSignIn}>{words.session.signIn}</Button>
        </div>
      )}
      {session.isNotKept && (
        <div class="banner" role="status">
          <p>{words.session.notKept(words.session.obstacles[session.stayObstacle!])}</p>
          <Button onClick={session.acknowledge}>{words.close}</Button>
        </div>
      )}
    </>
  );
}
