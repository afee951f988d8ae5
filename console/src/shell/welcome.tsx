import { propertyName } from '../pages/properties/property-name.ts';
import { useLibrary } from '../state/library/use-library.tsx';
import type { AddressBar } from '../state/subject/address-bar.ts';
import type { Subject } from '../state/subject/subject.ts';
import { Button } from '../tools/form/button.tsx';
import { useLocale } from '../tools/language/language.ts';
import { Loading } from '../tools/requests/unanswered.tsx';
import { useClient, useRequest } from '../tools/requests/use-request.ts';
import { type ExampleParcel, exampleBuilding, examplesOf, findExampleAddress } from './examples.ts';

interface WelcomeProps {
  readonly exampleParcel: ExampleParcel;
  /** Opens the sample portfolio; undefined unless the service is a demo. */
  readonly onSample: (() => void) | undefined;
  onChange(change: Partial<AddressBar>): void;
}

/** The panel before the first search. */
export function Welcome({ exampleParcel, onSample, onChange }: WelcomeProps) {
  const { words, language } = useLocale();
  const client = useClient();
  const [request] = useRequest('example', signal =>
    findExampleAddress(client, exampleParcel, { signal }),
  );
  const address = request.state === 'answered' ? request.answer : undefined;
  const examples = examplesOf(address, exampleParcel, language);
  const open = (subject: Subject) =>
    onChange({ subject, ...(onSample && { building: exampleBuilding }) });
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
                <button type="button" class="example" onClick={() => open(subject)}>
                  <span class="small">{words.welcome[subject.kind]}</span>
                  <span class="strong">{text}</span>
                </button>
              </li>
            ))}
            {onSample && (
              <li>
                <button type="button" class="example" onClick={onSample}>
                  <span class="small">{words.welcome.portfolio}</span>
                  <span class="strong">{words.welcome.sample}</span>
                </button>
              </li>
            )}
          </ul>
        </>
      )}
      <p class="small">
        <a href="#view=portfolio">{words.tabs.portfolio}</a>
      </p>
    </section>
  );
}

/** The number of properties on the start page. */
const first = 5;

/** The properties that were opened last, for the start page. */
function RecentList({ onOpen }: { onOpen(change: Partial<AddressBar>): void }) {
  const locale = useLocale();
  const { words } = locale;
  const { contents } = useLibrary();
  const opened = [...contents.saved, ...contents.recent]
    .sort((one, other) => other.openedAt.localeCompare(one.openedAt))
    .slice(0, first);
  if (opened.length === 0) return null;
  return (
    <>
      <h2>{words.properties.recent}</h2>
      <ul>
        {opened.map(property => {
          const { name, detail } = propertyName(property, locale);
          const { subject, building } = property;
          return (
            <li key={name}>
              <button type="button" class="example" onClick={() => onOpen({ subject, building })}>
                <span class="strong">{name}</span>
                {detail && <span class="small">{detail}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      <Button look="link" onClick={() => onOpen({ view: 'properties' })}>
        {words.properties.all}
      </Button>
    </>
  );
}
