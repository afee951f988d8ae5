import type { ComponentChild } from 'preact';
import type { ZonesAnswer } from '../../../../client/src/types.ts';
import { Facts } from '../../tools/form/fact.tsx';
import type { Words } from '../../tools/language/el.ts';
import { licenceName, sourceName } from '../../tools/language/source-name.ts';
import type { ShownZones } from '../map/draw/map-options.ts';
import { useZonesWords } from './words.ts';
import {
  attributeTexts,
  byCertainty,
  colourOf,
  type KindAnswer,
  kindName,
  loadedKinds,
  markOf,
} from './zone-answers.ts';

interface ZoneListProps {
  readonly answer: ZonesAnswer;
  /** Whether a parcel was asked for. */
  readonly isParcel: boolean;
  /** The kind on the map, whose zones have its colours in the list too. */
  readonly shown?: ShownZones | undefined;
  /** Whether all zones are shown at once, for paper. */
  readonly isPrinted?: boolean;
  /** The plan of a kind, for paper. */
  planOf?(kind: KindAnswer): ComponentChild;
}

/** What applies at a place, kind by kind, for the panel and the report. */
export function ZoneList({
  answer,
  isParcel,
  shown,
  isPrinted = false,
  planOf = () => null,
}: ZoneListProps) {
  const { own, language, format } = useZonesWords();
  const { loaded, rest } = loadedKinds(answer, language);
  const { sea } = answer;
  return (
    <>
      <ul class="zone-kinds">
        {loaded.map(kind => (
          <li key={kind.kind} class="zone-kind">
            <KindBlock
              kind={kind}
              isParcel={isParcel}
              shown={kind.kind === shown?.kind ? shown : undefined}
              isPrinted={isPrinted}
              planOf={planOf}
            />
          </li>
        ))}
      </ul>
      {sea && (
        <Facts
          facts={[
            [
              own.sea,
              [
                sea.distance_m === 0 ? own.inSea : format.distance(sea.distance_m),
                sea.accuracy_m !== null && (
                  <span class="small"> · {own.seaAccuracy(format.distance(sea.accuracy_m))}</span>
                ),
              ],
            ],
          ]}
        />
      )}
      {rest.length > 0 && (
        <p class="small zone-rest">
          {own.notLoaded}: {rest.join(', ')}.
        </p>
      )}
    </>
  );
}

/** Zones of a kind that are seen before the rest is opened, of those that are as certain. */
const seenAtFirst = 5;

interface KindBlockProps extends Required<Omit<ZoneListProps, 'answer'>> {
  readonly kind: KindAnswer;
}

function KindBlock({ kind, isParcel, shown, isPrinted, planOf }: KindBlockProps) {
  const { own, language, format } = useZonesWords();
  const { result, zones, zones_total: total, nearest, distance_limit_m: limit } = kind;
  const sentence = (isParcel && own.parcel[result]) || own.point[result];
  const { certain, others } = byCertainty(zones);
  const common = { kind, isParcel, shown, isPrinted };
  const less = isParcel ? 'partly_inside' : 'possibly_inside';
  return (
    <>
      <div class="zone-head">
        <h3>{kindName(kind, language)}</h3>
        <span class={`zone-mark zone-mark-${markOf(result)}`}>{own.short[result]}</span>
      </div>
      {planOf(kind)}
      <p>{sentence}</p>
      <ZoneItems zones={certain} {...common} />
      {certain.length > 0 && others.length > 0 && (
        <div class="zone-head">
          <p>{own.also[less]}</p>
          <span class={`zone-mark zone-mark-${markOf(less)}`}>{own.short[less]}</span>
        </div>
      )}
      <ZoneItems zones={others} {...common} />
      {total > zones.length && <p class="small">{own.notListed(total - zones.length)}</p>}
      {nearest && (
        <div class="zone zone-near">
          <p>
            {own.nearest(format.distance(nearest.distance_m))}
            {nearest.label !== null && `: ${nearest.label}`}
          </p>
          <Facts facts={attributeTexts(nearest.attributes, kind, language, format)} />
        </div>
      )}
      {!nearest && !isParcel && zones.length === 0 && limit > 0 && result === 'outside' && (
        <p>{own.noneWithin(format.distance(limit))}</p>
      )}
      <Sources kind={kind} isShort={isPrinted} />
    </>
  );
}

interface ZoneItemsProps extends Omit<KindBlockProps, 'planOf'> {
  readonly zones: KindAnswer['zones'];
}

function ZoneItems({ zones, kind, shown, isPrinted }: ZoneItemsProps) {
  const { own } = useZonesWords();
  const seen = isPrinted ? zones.length : seenAtFirst;
  // Zones have no id; their order does not change.
  const items = zones.map((zone, i) => <ZoneItem key={i} {...{ zone, kind, shown }} />);
  return (
    <>
      {items.slice(0, seen)}
      {items.length > seen && (
        <details>
          <summary>{own.more(items.length - seen)}</summary>
          {items.slice(seen)}
        </details>
      )}
    </>
  );
}

interface ZoneItemProps extends Pick<KindBlockProps, 'kind' | 'shown'> {
  readonly zone: KindAnswer['zones'][number];
}

function ZoneItem({ zone, kind, shown }: ZoneItemProps) {
  const { own, language, format } = useZonesWords();
  const { label, attributes, certain, share } = zone;
  const facts = attributeTexts(attributes, kind, language, format);
  const title = label ?? (facts.length === 0 ? own.unnamed : undefined);
  const part = share !== null && !certain ? [[own.share, format.percent(share)] as const] : [];
  return (
    <div class="zone" style={shown && { '--zone': colourOf(attributes, shown) }}>
      {title && <p class="zone-title strong">{title}</p>}
      <Facts facts={[...facts, ...part]} />
    </div>
  );
}

/** The sources; a report has their days and licences once, in its own table. */
function Sources({ kind, isShort }: { kind: KindAnswer; isShort: boolean }) {
  const { own, words, format } = useZonesWords();
  return (
    <p class="small">
      {words.location.source}:{' '}
      {kind.sources
        .map(({ source, loaded_at, licence, covers }) =>
          [
            sourceName(source, words),
            !isShort && format.day(loaded_at),
            covers !== null && own.covers(covers),
            !isShort && licenceName(licence, 'zones', words),
          ]
            .filter(Boolean)
            .join(' · '),
        )
        .join('; ')}
    </p>
  );
}

/** The sources of a kind with their licences, each once, for the map. */
export function sourceTexts({ sources }: KindAnswer, words: Words): string {
  const texts = sources.map(({ source, licence }) => {
    return `${sourceName(source, words)} (${licenceName(licence, 'zones', words)})`;
  });
  return [...new Set(texts)].join(', ');
}
