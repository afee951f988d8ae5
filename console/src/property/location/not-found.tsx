import type { Subject } from '../../state/subject/subject.ts';
import { useLocale } from '../../tools/language/language.ts';
import { NothingFound } from '../../tools/requests/nothing-found.tsx';

/** Shows that nothing was found, and what to try. */
export function NotFound({ subject }: { subject: Subject }) {
  const { words } = useLocale();
  const { noParcel, noParcelHint, noAddress, noAddressHint, notFound } = words.location;
  return (
    <section class="block" role="status">
      <h1>{notFound}</h1>
      {subject.kind === 'kaek' ? (
        <>
          <p>{noParcel(subject.code)}</p>
          <NothingFound layer="parcels">
            <p class="quiet">{noParcelHint}</p>
          </NothingFound>
        </>
      ) : (
        <>
          <p>{noAddress(subject.kind === 'address' ? subject.address : '')}</p>
          <p class="quiet">{noAddressHint}</p>
        </>
      )}
    </section>
  );
}
