import type { Address } from '../../../../client/src/types.ts';
import { Facts } from '../../tools/form/fact.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { isAnArea } from '../map/draw/map-model.ts';

/** The match level of an address, and its faults. */
export function MatchSection({ address }: { address: Address }) {
  const { words, format } = useLocale();
  const { level, accuracy_m, confidence, partial, faults } = address.match;
  const upTo = words.location.upTo(format.distance(accuracy_m));
  return (
    <section class="block">
      <h2>{words.location.match}</h2>
      <Facts
        facts={[
          [words.location.found, words.location.level[level]],
          [
            words.location.accuracy,
            isAnArea(accuracy_m) ? `${upTo}: ${words.location.anywhere}` : upTo,
          ],
          [
            words.location.confidence,
            `${format.percent(confidence)} ${words.location.sureOf[level]}`,
          ],
        ]}
      />
      {partial && (
        <div class="notice notice-warn">
          <p class="strong">{words.location.partial}</p>
          <ul>
            {faults.map(fault => (
              <li key={fault.field}>
                <FaultText {...fault} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/**
 * A part of the address that was not found as asked. The service's message is English; the Greek page
 * has its own text for each field.
 */
export function FaultText({ field, problem }: { field: string; problem: string }) {
  const { words } = useLocale();
  const translated = words.location.problem[field];
  return (
    <>
      {words.location.field[field] ?? field}:{' '}
      <span {...(!translated && { lang: 'en' })}>{translated ?? problem}</span>
    </>
  );
}
