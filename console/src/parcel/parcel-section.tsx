import type { Parcel } from '../../../client/src/client.ts';
import { useLocale } from '../language/language.tsx';
import type { Found } from '../subject/find.ts';
import { KaekCode } from './kaek-code.tsx';

/** The parcel of a subject, or the reason why there is none. */
export function ParcelSection({ found }: { found: Found }) {
  const { words } = useLocale();
  const { parcel, isExact } = found;
  return (
    <section class="block">
      <h2>{words.parcel.heading}</h2>
      {parcel ? (
        <ParcelFacts parcel={parcel} />
      ) : (
        <p class="quiet">{isExact ? words.parcel.none : words.parcel.tooRough}</p>
      )}
    </section>
  );
}

/** A parcel's code and area. */
export function ParcelFacts({ parcel }: { parcel: Parcel }) {
  const { words, format } = useLocale();
  return (
    <dl class="facts">
      <dt>{words.parcel.kaek}</dt>
      <dd>
        <KaekCode code={parcel.kaek} />
      </dd>
      <dt>{words.parcel.area}</dt>
      <dd class="figure">{format.area(parcel.area)}</dd>
    </dl>
  );
}
