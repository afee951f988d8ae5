import { RecentList } from '../pages/properties/recent-list.tsx';
import type { AddressBar } from '../state/subject/address-bar.ts';
import type { Subject } from '../state/subject/subject.ts';
import { useLocale } from '../tools/language/language.tsx';
import { useClient } from '../tools/requests/client.tsx';
import { Loading } from '../tools/requests/loading.tsx';
import { useRequest } from '../tools/requests/use-request.ts';
import { type ExampleParcel, examplesOf, findExampleAddress } from './examples.ts';

interface WelcomeProps {
  readonly exampleParcel: ExampleParcel;
  onSearch(subject: Subject): void;
  onChange(change: Partial<AddressBar>): void;
}

/** The panel before the first search. */
export function Welcome({ exampleParcel, onSearch, onChange }: WelcomeProps) {
  const { words, language } = useLocale();
  const client = useClient();
  const [request] = useRequest('example', signal =>
    findExampleAddress(client, exampleParcel, { signal }),
  );
  const address = request.state === 'answered' ? request.answer : undefined;
  const examples = examplesOf(address, exampleParcel, language);
  return (
    <section class="welcome">
      <h1>{words.welcome.heading}</h1>
      <p>{words.welcome.text}</p>
      <RecentList onOpen={onChange} />
      {request.state === 'waiting' && <Loading lines={3} />}
      {request.state !== 'waiting' && examples.length > 0 && (
        <>
          <h2>{words.welcome.examples}</h2>
          <ul>
            {examples.map(({ text, subject }) => (
              <li key={subject.kind}>
                <button type="button" class="example" onClick={() => onSearch(subject)}>
                  <span class="small">{words.welcome[subject.kind]}</span>
                  <span class={subject.kind === 'address' ? 'strong' : 'strong figure'}>
                    {text}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="small">
        <a href="#view=portfolio">{words.tabs.portfolio}</a> ·{' '}
        <a href="#view=verify">{words.tabs.verify}</a>
      </p>
    </section>
  );
}
