import { useLocale } from '../language/language.tsx';
import type { Subject } from './subject.ts';

/** Shows that nothing was found, and what to try. */
export function NotFound({ subject }: { subject: Subject }) {
  const { words } = useLocale();
  const [text, hint] =
    subject.kind === 'kaek'
      ? [words.location.noParcel(subject.code), words.location.noParcelHint]
      : [
          words.location.noAddress(subject.kind === 'address' ? subject.address : ''),
          words.location.noAddressHint,
        ];
  return (
    <section class="block" role="status">
      <h1>{words.location.notFound}</h1>
      <p>{text}</p>
      <p class="quiet">{hint}</p>
    </section>
  );
}
