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
      {session.hasEnded && (
        <div class="banner" role="alert">
          <p>{words.session.ended}</p>
          <button type="button" class="button" onClick={onSignIn}>
            {words.session.signIn}
          </button>
        </div>
      )}
      {session.isNotKept && (
        <div class="banner" role="status">
          <p>{words.session.notKept(words.session.obstacles[session.stayObstacle!])}</p>
          <button type="button" class="button" onClick={session.acknowledge}>
            {words.close}
          </button>
        </div>
      )}
    </>
  );
}
