import type { PointOfInterest } from '../../../client/src/client.ts';
import { Failure } from '../asking/failure.tsx';
import { isUnauthenticated } from '../asking/failure-words.ts';
import type { Asked } from '../asking/use-answer.ts';
import { Waiting } from '../asking/waiting.tsx';
import { Developers } from '../developers/developers.tsx';
import { useSpeech } from '../language/language.tsx';
import { SignInInvitation } from '../session/sign-in-invitation.tsx';
import type { Found } from '../subject/find.ts';
import { byKind } from './by-kind.ts';
import { KindSection } from './kind-section.tsx';

interface PlacesPanelProps {
  readonly found: Found;
  readonly asked: Asked<readonly PointOfInterest[]>;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  onRetry(): void;
  readonly onSignIn: (() => void) | undefined;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

/** What is around, by kind, nearest first: the same answer as the API's, tied to the map. */
export function PlacesPanel(props: PlacesPanelProps) {
  const { words } = useSpeech();
  const { asked, found } = props;
  const { latitude, longitude } = found;
  const needsSignIn =
    asked.state === 'idle' || (asked.state === 'failed' && isUnauthenticated(asked.failure));
  return (
    <>
      {asked.state === 'waiting' && <Waiting lines={6} />}
      {needsSignIn && (
        <SignInInvitation
          text={words.places.signIn}
          hint={words.places.signInHint}
          onSignIn={props.onSignIn}
        />
      )}
      {asked.state === 'failed' && !needsSignIn && (
        <Failure failure={asked.failure} onRetry={props.onRetry} />
      )}
      {asked.state === 'answered' && <PlacesList {...props} places={asked.answer} />}
      <Developers calls={[{ operation: 'pointsOfInterest', input: { latitude, longitude } }]} />
    </>
  );
}

function PlacesList({
  places,
  ...props
}: PlacesPanelProps & { places: readonly PointOfInterest[] }) {
  const { words } = useSpeech();
  if (places.length === 0) return <p class="quiet block">{words.places.none}</p>;
  return (
    <section class="block">
      <h2>
        {words.places.heading} <span class="count">{words.places.count(places.length)}</span>
      </h2>
      {byKind(places).map(group => (
        <KindSection key={group.kind} {...group} {...props} />
      ))}
    </section>
  );
}
