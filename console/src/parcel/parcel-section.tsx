import type { Parcel } from '../../../client/src/types.ts';
import { Copyable } from '../form/copyable.tsx';
import { useLocale } from '../language/language.tsx';
import { NothingFound } from '../requests/nothing-found.tsx';
import { Lazy } from '../shell/lazy.tsx';
import type { Found } from '../subject/find.ts';
import { KaekCode } from './kaek-code.tsx';
import { readOutline } from './outline.ts';
import { perimeterOf } from './sides.ts';

const cornerDetails = async () => (await import('./corner-table.tsx')).CornerDetails;

/** The parcel of a subject, or the reason why there is none. */
export function ParcelSection({ found }: { found: Found }) {
  const { words } = useLocale();
  const { parcel, isExact } = found;
  return (
    <section class="block">
      <h2>{words.parcel.heading}</h2>
      {parcel ? (
        <>
          <ParcelFacts parcel={parcel} canCopy />
          <Lazy part={cornerDetails} key={parcel.kaek} parcel={parcel} />
        </>
      ) : (
        <NothingFound layer="parcels">
          <p class="quiet">{isExact ? words.parcel.none : words.parcel.tooRough}</p>
        </NothingFound>
      )}
    </section>
  );
}

/** A parcel's code, area and perimeter; with a button that copies the code, but not in print. */
export function ParcelFacts({ parcel, canCopy = false }: { parcel: Parcel; canCopy?: boolean }) {
  const { words, format } = useLocale();
  const code = <KaekCode code={parcel.kaek} />;
  const outline = readOutline(parcel.geometry);
  return (
    <dl class="facts">
      <dt>{words.parcel.kaek}</dt>
      <dd>
        {canCopy ? (
          <Copyable text={parcel.kaek} what={words.parcel.kaek}>
            {code}
          </Copyable>
        ) : (
          code
        )}
      </dd>
      <dt>{words.parcel.area}</dt>
      <dd class="figure">{format.area(parcel.area)}</dd>
      {outline && (
        <>
          <dt>{words.parcel.perimeter}</dt>
          <dd class="figure">{format.length(perimeterOf(outline))} m</dd>
        </>
      )}
    </dl>
  );
}
