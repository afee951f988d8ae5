import type { ZonesAnswer } from '../../../client/src/types.ts';
import type { Language } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import { licenceName, sourceName } from '../language/source-name.ts';
import { el, type ZonesWords } from './words-el.ts';
import { en } from './words-en.ts';
import {
  type Attributes,
  attributeTexts,
  type KindAnswer,
  kindName,
  loadedKinds,
  markOf,
} from './zone-answers.ts';

const zonesWords: Readonly<Record<Language, ZonesWords>> = { el, en };

/** The texts of zones in the language of the page. */
export function useZonesWords(): ZonesWords {
  return zonesWords[useLocale().language];
}

interface ZoneListProps {
  readonly answer: ZonesAnswer;
  /** Whether a parcel was asked for. */
  readonly isParcel: boolean;
}

/** What applies at a place, kind by kind, for the panel and the report. */
export function ZoneList({ answer, isParcel }: ZoneListProps) {
  const { language, format } = useLocale();
  const own = useZonesWords();
  const { loaded, rest } = loadedKinds(answer.kinds, language);
  const { sea } = answer;
  return (
    <>
      <ul class="zone-kinds">
        {loaded.map(kind => (
          <li key={kind.kind} class="zone-kind">
            <KindBlock kind={kind} isParcel={isParcel} />
          </li>
        ))}
      </ul>
      {sea && (
        <dl class="facts">
          <dt>{own.sea}</dt>
          <dd>
            {sea.distance_m === 0 ? own.inSea : format.distance(sea.distance_m)}
            {sea.accuracy_m !== null && (
              <span class="small"> · {own.seaAccuracy(format.distance(sea.accuracy_m))}</span>
            )}
          </dd>
        </dl>
      )}
      {rest.length > 0 && (
        <p class="small zone-rest">
          {own.notLoaded}: {rest.join(', ')}.
        </p>
      )}
    </>
  );
}

function KindBlock({ kind, isParcel }: { kind: KindAnswer; isParcel: boolean }) {
  const { language, format } = useLocale();
  const own = useZonesWords();
  const { result, zones, zones_total: total, nearest, distance_limit_m: limit } = kind;
  const sentence = (isParcel && own.parcel[result]) || own.point[result];
  return (
    <>
      <div class="zone-head">
        <h3>{kindName(kind, language)}</h3>
        <span class={`zone-mark zone-mark-${markOf(result)}`}>{own.short[result]}</span>
      </div>
      <p>{sentence}</p>
      {zones.map((zone, index) => (
        // Zones have no id; their order does not change.
        <div key={index} class="zone">
          <p class="zone-title">
            <span class="strong">{zone.label ?? own.unnamed}</span>
            {zone.share !== null && !zone.certain && (
              <span class="small">{own.share(format.percent(zone.share))}</span>
            )}
            {!isParcel && !zone.certain && <span class="zone-doubt">{own.possible}</span>}
          </p>
          <ZoneFacts attributes={zone.attributes} kind={kind} />
        </div>
      ))}
      {total > zones.length && <p class="small">{own.more(total - zones.length)}</p>}
      {nearest && (
        <div class="zone zone-near">
          <p>
            {own.nearest(format.distance(nearest.distance_m))}
            {nearest.label !== null && `: ${nearest.label}`}
          </p>
          <ZoneFacts attributes={nearest.attributes} kind={kind} />
        </div>
      )}
      {!nearest && !isParcel && zones.length === 0 && limit > 0 && result === 'outside' && (
        <p>{own.noneWithin(format.distance(limit))}</p>
      )}
      <Sources kind={kind} />
    </>
  );
}

function ZoneFacts({ attributes, kind }: { attributes: Attributes; kind: KindAnswer }) {
  const { language, format } = useLocale();
  const texts = attributeTexts(attributes, kind, language, format);
  if (texts.length === 0) return null;
  return (
    <dl class="facts">
      {texts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sources({ kind }: { kind: KindAnswer }) {
  const { words, format } = useLocale();
  const own = useZonesWords();
  return (
    <p class="small">
      {own.source}:{' '}
      {kind.sources
        .map(({ source, loaded_at, licence, covers }) =>
          [
            `${sourceName(source, words)}, ${format.day(loaded_at)}`,
            covers !== null && own.covers(covers),
            licenceName(licence, undefined, words),
          ]
            .filter(Boolean)
            .join(' · '),
        )
        .join('; ')}
    </p>
  );
}
