import { useLocale } from '../language/language.tsx';
import type { Subject } from '../subject/subject.ts';

/** An example of each kind of search, from the shipped sample data. */
const examples: readonly {
  readonly kind: Subject['kind'];
  readonly text: string;
  readonly subject: Subject;
}[] = [
  {
    kind: 'address',
    text: 'Egnatia 45 Thessaloniki',
    subject: { kind: 'address', address: 'Egnatia 45 Thessaloniki' },
  },
  { kind: 'kaek', text: '05 009 99 01 001', subject: { kind: 'kaek', code: '050099901001' } },
  {
    kind: 'point',
    text: '37.9755, 23.7348',
    subject: { kind: 'point', latitude: 37.9755, longitude: 23.7348 },
  },
];

/** The panel before the first search. */
export function Welcome({ onSearch }: { onSearch(subject: Subject): void }) {
  const { words } = useLocale();
  return (
    <section class="welcome">
      <h1>{words.welcome.heading}</h1>
      <p>{words.welcome.text}</p>
      <h2>{words.welcome.examples}</h2>
      <ul>
        {examples.map(({ kind, text, subject }) => (
          <li key={kind}>
            <button type="button" class="example" onClick={() => onSearch(subject)}>
              <span class="small">{words.welcome[kind]}</span>
              <span class={kind === 'address' ? 'strong' : 'strong figure'}>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
