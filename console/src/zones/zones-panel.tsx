import '../design/zones.css';
import { useEffect, useState } from 'preact/hooks';
import type { ZonesAnswer } from '../../../client/src/types.ts';
import { Developers } from '../developers/developers.tsx';
import { useLocale } from '../language/language.tsx';
import type { ShownZones } from '../map/map-options.ts';
import { useClient } from '../requests/client.tsx';
import { isUnauthenticated } from '../requests/describe-failure.ts';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { tileHeaders } from '../requests/tile-token.ts';
import { useRequest } from '../requests/use-request.ts';
import { SignInInvitation } from '../session/sign-in-invitation.tsx';
import type { Found } from '../subject/find.ts';
import { type KindAnswer, kindName, loadedKinds, questionOf } from './zone-answers.ts';
import { useZonesWords, ZoneList } from './zone-list.tsx';

interface ZonesPanelProps {
  readonly found: Found;
  readonly isSignedIn: boolean;
  readonly onSignIn: (() => void) | undefined;
  /** Shows the zones of a kind on the map, or none. */
  onZones(zones: ShownZones | undefined): void;
}

/** The zones of a property, and those of one kind on the map. */
export function ZonesPanel({ found, isSignedIn, onSignIn, onZones }: ZonesPanelProps) {
  const own = useZonesWords();
  const client = useClient();
  const question = questionOf(found);
  const [request, retry] = useRequest(isSignedIn ? JSON.stringify(question) : undefined, signal =>
    client.zones(question, { signal }),
  );
  const needsSignIn =
    request.state === 'idle' || (request.state === 'failed' && isUnauthenticated(request.failure));
  return (
    <>
      {request.state === 'waiting' && <Loading lines={6} />}
      {needsSignIn && (
        <SignInInvitation text={own.signIn} hint={own.signInHint} onSignIn={onSignIn} />
      )}
      {request.state === 'failed' && !needsSignIn && (
        <Failure failure={request.failure} onRetry={retry} />
      )}
      {request.state === 'answered' && (
        <Answer answer={request.answer} isParcel={'kaek_code' in question} onZones={onZones} />
      )}
      <Developers calls={[{ operation: 'zones', input: question }]} />
    </>
  );
}

interface AnswerProps extends Pick<ZonesPanelProps, 'onZones'> {
  readonly answer: ZonesAnswer;
  readonly isParcel: boolean;
}

function Answer({ answer, isParcel, onZones }: AnswerProps) {
  const { language } = useLocale();
  const own = useZonesWords();
  const { loaded } = loadedKinds(answer.kinds, language);
  return (
    <>
      {loaded.length === 0 && (
        <div class="notice notice-warn" role="status">
          <p class="strong">{own.none}</p>
          <p>
            {own.noneHint} <code>ktima import zones FILE --kind KIND</code>
          </p>
        </div>
      )}
      {loaded.length > 0 && <OnMap kinds={loaded} onZones={onZones} />}
      <section class="block">
        <h2>{own.heading}</h2>
        <ZoneList answer={answer} isParcel={isParcel} />
      </section>
    </>
  );
}

type ZoneColours = ShownZones['legend'];

/** Chooses the kind that the map shows, with its legend. */
function OnMap({
  kinds,
  onZones,
}: { kinds: readonly KindAnswer[] } & Pick<ZonesPanelProps, 'onZones'>) {
  const { language } = useLocale();
  const own = useZonesWords();
  const [chosen, setChosen] = useState<string | undefined>(kinds[0]!.kind);
  const [request] = useRequest(chosen, signal => readColours(chosen!, signal));
  const legend = request.state === 'answered' ? request.answer : undefined;
  useEffect(() => {
    onZones(
      chosen !== undefined && legend ? { kind: chosen, legend, tooMany: own.tooMany } : undefined,
    );
  }, [chosen, legend, own, onZones]);
  return (
    <section class="block">
      <h2 id="zones-on-map">{own.onMap}</h2>
      <div class="zone-choice" role="radiogroup" aria-labelledby="zones-on-map">
        {[...kinds, undefined].map(kind => (
          <label key={kind?.kind ?? ''}>
            <input
              type="radio"
              name="zones-on-map"
              checked={chosen === kind?.kind}
              onChange={() => setChosen(kind?.kind)}
            />
            <span>{kind ? kindName(kind, language) : own.nothingOnMap}</span>
          </label>
        ))}
      </div>
      {request.state === 'failed' && <p class="small">{own.mapFailed}</p>}
      {legend && chosen !== undefined && <Colours legend={legend} />}
    </section>
  );
}

function Colours({ legend }: { legend: ZoneColours }) {
  const own = useZonesWords();
  return (
    <ul class="zone-legend" aria-label={own.legend}>
      {legend.map(({ colour, values }) => (
        <li key={colour}>
          <svg width="20" height="14" aria-hidden="true">
            <rect
              x="1"
              y="1"
              width="18"
              height="12"
              fill={colour}
              fill-opacity="0.45"
              stroke={colour}
            />
          </svg>
          {values.join(', ') || (legend.length > 1 ? own.otherValue : own.allZones)}
        </li>
      ))}
    </ul>
  );
}

/** The colours of a kind, from the description of its tiles. */
async function readColours(kind: string, signal: AbortSignal): Promise<ZoneColours> {
  const headers = await tileHeaders();
  const response = await fetch(`/tiles/zones/${kind}.json`, { signal, headers });
  if (!response.ok) throw new Error(`the description of the tiles: ${response.status}`);
  return ((await response.json()) as { ktima_legend: ZoneColours }).ktima_legend;
}
