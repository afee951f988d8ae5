import { attributeNames, gridAreaM2 } from '#domain/property/parcels.ts';
import type { Parcel } from '../../../../client/src/types.ts';
import type { Found } from '../../state/subject/find.ts';
import {
  geometryOf,
  type Outline,
  readOutline,
  roundedAreaM2,
} from '../../state/subject/outline.ts';
import { Copyable } from '../../tools/form/copyable.tsx';
import { Facts } from '../../tools/form/fact.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { NothingFound } from '../../tools/requests/nothing-found.tsx';
import { CornerDetails } from './corner-table.tsx';
import { perimeterOf } from './sides.ts';

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
          <RecordedFacts parcel={parcel} />
          <CornerDetails key={parcel.kaek} parcel={parcel} />
        </>
      ) : (
        <NothingFound layer="parcels">
          <p class="quiet">{isExact ? words.parcel.none : words.parcel.tooRough}</p>
        </NothingFound>
      )}
    </section>
  );
}

/** A parcel's code, area, and perimeter; with a button that copies the code, but not in print. */
export function ParcelFacts({ parcel, canCopy = false }: { parcel: Parcel; canCopy?: boolean }) {
  const { words, format } = useLocale();
  const outline = readOutline(parcel.geometry);
  return (
    <Facts
      facts={[
        [
          words.parcel.kaek,
          canCopy ? <Copyable text={parcel.kaek} what={words.parcel.kaek} /> : parcel.kaek,
        ],
        [words.parcel.area, format.area(parcel.area)],
        [
          words.parcel.measuredArea,
          outline && <MeasuredArea outline={outline} recordedM2={parcel.area} />,
        ],
        [words.parcel.perimeter, outline && `${format.length(perimeterOf(outline))} m`],
      ]}
    />
  );
}

/** The area of the outline on the Greek Grid, and how much it differs from the recorded one. */
function MeasuredArea({ outline, recordedM2 }: { outline: Outline; recordedM2: number }) {
  const { format } = useLocale();
  const measuredM2 = roundedAreaM2(gridAreaM2(geometryOf(outline)));
  const share = measuredM2 / recordedM2 - 1;
  const isDifferent = Number.isFinite(share) && Math.abs(share) >= 0.001;
  return (
    <>
      {format.area(measuredM2)}
      {isDifferent && ` (${share > 0 ? '+' : '−'}${format.percent(Math.abs(share))})`}
    </>
  );
}

/** What the source recorded of the parcel, as it writes it; nothing if there is nothing. */
export function RecordedFacts({ parcel: { attributes = {} } }: { parcel: Parcel }) {
  const { words, format } = useLocale();
  const rows = attributeNames.flatMap(name => {
    const value = name === 'perimeter' ? attributes.perimeter_m : attributes[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (rows.length === 0) return null;
  return (
    <>
      <h3 class="recorded">{words.parcel.recorded}</h3>
      <Facts
        facts={rows.map(({ name, value }) => [
          words.parcel.attribute[name],
          name === 'link' ? <RecordedLink url={String(value)} /> : written(value),
        ])}
      />
    </>
  );

  function written(value: string | number): string {
    return typeof value === 'number' ? `${format.length(value)} m` : value;
  }
}

/** The import keeps links of the web only; another one is shown as text. */
function RecordedLink({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) return <>{url}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}
