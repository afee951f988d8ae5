import '../../tools/design/zones.css';
import { useEffect, useState } from 'preact/hooks';
import type { ZonesAnswer } from '../../../../client/src/types.ts';
import type { Found } from '../../state/subject/find.ts';
import { Developers } from '../../tools/developers/developers.tsx';
import { Answered } from '../../tools/requests/answered.tsx';
import { useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { getTileJson } from '../../tools/requests/tile-token.ts';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import type { ShownZones } from '../map/draw/map-options.ts';
import { GridsBlock } from './grid-list.tsx';
import { useZonesWords } from './words.ts';
import { type KindAnswer, kindName, loadedKinds, questionOf } from './zone-answers.ts';
import { type ZoneColours, ZoneLegend } from './zone-legend.tsx';
import { sourceTexts, ZoneList } from './zone-list.tsx';

interface ZonesPanelProps {
  readonly found: Found;
  /** Shows the zones of a kind on the map, or none. */
  onZones(zones: ShownZones | undefined): void;
}

/** The zones of a property, and those of one kind on the map. */
export function ZonesPanel({ found, onZones }: ZonesPanelProps) {
  const { own } = useZonesWords();
  const isSignedIn = useIsSignedIn();
  const client = useClient();
  const question = questionOf(found);
  const [request, retry] = useRequest(isSignedIn ? JSON.stringify(question) : undefined, signal =>
    client.zones(question, { signal }),
  );
  return (
    <>
      <Answered
        request={request}
        onRetry={retry}
        lines={6}
        signIn={{ text: own.signIn, hint: own.signInHint }}
      >
        {answer => <Answer answer={answer} isParcel={'kaek_code' in question} onZones={onZones} />}
      </Answered>
      <GridsBlock found={found} />
      <Developers calls={[{ operation: 'zones', input: question }]} />
    </>
  );
}

interface AnswerProps extends Pick<ZonesPanelProps, 'onZones'> {
  readonly answer: ZonesAnswer;
  readonly isParcel: boolean;
}

function Answer({ answer, isParcel, onZones }: AnswerProps) {
  const { own, words, language } = useZonesWords();
  const { loaded } = loadedKinds(answer, language);
  const [shown, setShown] = useState<ShownZones>();
  useEffect(() => onZones(shown), [shown, onZones]);
  return (
    <>
      {loaded.length === 0 && (
        <div class="notice notice-warn" role="status">
          <p class="strong">{own.none}</p>
          <p>{own.noneHint}</p>
          <code>ktima import zones FILE --kind KIND</code>
        </div>
      )}
      {loaded.length > 0 && <OnMap kinds={loaded} onShown={setShown} />}
      <section class="block">
        <h2>{words.tabs.zones}</h2>
        <ZoneList answer={answer} isParcel={isParcel} shown={shown} />
      </section>
    </>
  );
}

interface OnMapProps {
  readonly kinds: readonly KindAnswer[];
  onShown(zones: ShownZones | undefined): void;
}

/** Chooses the kind that the map shows, with its legend. */
function OnMap({ kinds, onShown }: OnMapProps) {
  const { own, language, words } = useZonesWords();
  const [chosen, setChosen] = useState<string | undefined>(kinds[0]!.kind);
  const kind = kinds.find(one => one.kind === chosen);
  const [request] = useRequest(kind?.kind, signal => readColours(chosen!, signal));
  const colours = kind && request.state === 'answered' ? request.answer : undefined;
  const attribution = kind ? `${kindName(kind, language)}: ${sourceTexts(kind, words)}` : '';
  useEffect(() => {
    onShown(
      colours && chosen !== undefined
        ? { ...colours, kind: chosen, tooMany: own.tooMany, attribution }
        : undefined,
    );
  }, [chosen, colours, own, attribution, onShown]);
  return (
    <section class="block">
      <h2 id="zones-on-map">{own.onMap}</h2>
      <div class="zone-choice" role="radiogroup" aria-labelledby="zones-on-map">
        {[...kinds, undefined].map(one => (
          <label key={one?.kind ?? ''}>
            <input
              type="radio"
              name="zones-on-map"
              checked={chosen === one?.kind}
              onChange={() => setChosen(one?.kind)}
            />
            <span>{one ? kindName(one, language) : own.nothingOnMap}</span>
          </label>
        ))}
      </div>
      {kind && request.state === 'failed' && <p class="small">{own.mapFailed}</p>}
      {colours && <ZoneLegend kind={kind!} {...colours} />}
    </section>
  );
}

/** The colours of a kind, from the description of its tiles. */
async function readColours(kind: string, signal: AbortSignal): Promise<ZoneColours> {
  const described = await getTileJson(`zones/${kind}`, signal);
  return { legend: described.ktima_legend, field: described.ktima_legend_field };
}
