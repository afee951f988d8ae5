import type { RefObject } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import { KtimaApiError } from '../../../../client/src/client.ts';
import type { WalkAnswer } from '../../../../client/src/types.ts';
import { Button } from '../../tools/form/button.tsx';
import { describeFailure } from '../../tools/requests/describe-failure.ts';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { countsSlopes, useOnFootWords } from '../places/on-foot.ts';
import type { OpenMap } from './draw/open-map.ts';
import { areaOpacity } from './draw/walk-areas.ts';
import { MapLook } from './style/map-look.ts';
import { palettes } from './style/palette.ts';

/** The times of the areas. */
const minutes = [5, 10, 15];

interface WalkLegendProps {
  readonly center: Position | undefined;
  readonly map: RefObject<OpenMap | undefined>;
}

/** Draws the areas that are reached on foot while it is shown: their legend, or why there are none. */
export function WalkLegend({ center, map }: WalkLegendProps) {
  const { own, words } = useOnFootWords();
  const client = useClient();
  const isSignedIn = client.isLoggedIn();
  const [request, retry] = useRequest(isSignedIn && center ? String(center) : undefined, signal => {
    const [longitude, latitude] = center!;
    return client.walk({ latitude, longitude, minutes: minutes.join(',') }, { signal });
  });
  const answer = request.state === 'answered' ? request.answer : undefined;
  useEffect(() => {
    map.current?.showWalk(answer);
    return () => map.current?.showWalk(undefined);
  }, [answer, map]);
  return (
    <div class="walk-legend" role="status">
      <p class="strong">{own.areas}</p>
      {request.state === 'idle' && <p>{isSignedIn ? own.noPoint : words.failure.signIn}</p>}
      {request.state === 'waiting' && <p>{words.loading}</p>}
      {request.state === 'failed' && <NoAnswer failure={request.failure} onRetry={retry} />}
      {answer && <Times answer={answer} />}
    </div>
  );
}

function NoAnswer({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { own, words } = useOnFootWords();
  const status = failure instanceof KtimaApiError ? failure.status : 0;
  if (status === 403) return <p>{own.noScope}</p>;
  return (
    <p>
      {status === 503 ? own.notNow : describeFailure(failure, words).text}{' '}
      <Button look="link" onClick={onRetry}>
        {words.retry}
      </Button>
    </p>
  );
}

function Times({ answer }: { answer: WalkAnswer }) {
  const { look } = useContext(MapLook);
  const { own } = useOnFootWords();
  const { walking_note: note, features } = answer;
  if (!features.some(({ geometry }) => geometry)) {
    return <p>{note === 'not_loaded' ? own.notLoaded : own.noWayNear}</p>;
  }
  return (
    <>
      <ul>
        {minutes.map((limit, place) => (
          <li key={limit}>
            <svg width="20" height="14" aria-hidden="true" fill={palettes[look].walk}>
              {/* As on the map, where an area also lies in all wider ones. */}
              {minutes.slice(place).map(one => (
                <rect key={one} width="20" height="14" fill-opacity={areaOpacity} />
              ))}
            </svg>
            {limit}
          </li>
        ))}
      </ul>
      {answer.walking_doubt && <p>{own.startsOffGround}</p>}
      {features.some(({ properties }) => properties.reaches_edge) && <p>{own.reachesEdge}</p>}
      {countsSlopes([answer]) && <p>{own.slopes}</p>}
    </>
  );
}
