import { useLibrary } from '../../state/library/use-library.tsx';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import { useLocale } from '../../tools/language/language.tsx';
import { propertyName } from './property-name.ts';

/** The number of properties on the start page. */
const first = 5;

/** The properties that were opened last, for the start page. */
export function RecentList({ onOpen }: { onOpen(change: Partial<AddressBar>): void }) {
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
                <span class={subject.kind === 'address' ? 'strong' : 'strong figure'}>{name}</span>
                {detail && <span class="small">{detail}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" class="link-button" onClick={() => onOpen({ view: 'properties' })}>
        {words.properties.all}
      </button>
    </>
  );
}
