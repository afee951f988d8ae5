import type { AddressResult } from '../../../client/src/client.ts';
import { useSpeech } from '../language/language.tsx';

/** How exactly an address was found, and what of it was not. */
export function MatchSection({ address }: { address: AddressResult }) {
  const { words, format } = useSpeech();
  const { level, accuracy_m, confidence, partial, faults } = address.match;
  return (
    <section class="block">
      <h2>{words.location.match}</h2>
      <dl class="facts">
        <dt>{words.location.found}</dt>
        <dd>{words.location.level[level]}</dd>
        <dt>{words.location.accuracy}</dt>
        <dd>{words.location.upTo(format.distance(accuracy_m))}</dd>
        <dt>{words.location.confidence}</dt>
        <dd>{format.percent(confidence)}</dd>
      </dl>
      {partial && (
        <div class="notice notice-warn">
          <p class="strong">{words.location.partial}</p>
          <ul>
            {faults.map(({ field, problem }) => (
              <li key={field}>
                {words.location.field[field] ?? field}: <Problem field={field} problem={problem} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** The service says it in English; Greek has words of its own for each part of an address. */
function Problem({ field, problem }: { field: string; problem: string }) {
  const { words } = useSpeech();
  const translated = words.location.problem[field];
  return <span {...(!translated && { lang: 'en' })}>{translated ?? problem}</span>;
}
