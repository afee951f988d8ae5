import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PointOfInterest } from '../../../../client/src/types.ts';
import type { Found } from '../../state/subject/find.ts';
import { Developers } from '../../tools/developers/developers.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { Answered } from '../../tools/requests/answered.tsx';
import { NothingFound } from '../../tools/requests/nothing-found.tsx';
import type { RequestState } from '../../tools/requests/use-request.ts';
import { KindSection } from './kind-section.tsx';
import { countsSlopes, useOnFootWords } from './on-foot.ts';
import { byKind } from './places.ts';

interface PlacesPanelProps {
  readonly found: Found;
  readonly request: RequestState<readonly PointOfInterest[]>;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  onRetry(): void;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

/** The places around, by kind, nearest first: the API's response, linked with the map. */
export function PlacesPanel(props: PlacesPanelProps) {
  const { words } = useLocale();
  const { latitude, longitude } = props.found;
  return (
    <>
      <Answered
        request={props.request}
        onRetry={props.onRetry}
        lines={6}
        signIn={{ text: words.places.signIn, hint: words.places.signInHint }}
      >
        {places => <PlacesList {...props} places={places} />}
      </Answered>
      <Developers
        calls={[{ operation: 'pointsOfInterest', input: { latitude, longitude, walk: true } }]}
      />
    </>
  );
}

function PlacesList({
  places,
  ...props
}: PlacesPanelProps & { places: readonly PointOfInterest[] }) {
  const { own, words } = useOnFootWords();
  const list = useRef<HTMLElement>(null);
  useOneTabStop(list);
  if (places.length === 0) {
    return (
      <div class="block">
        <NothingFound layer="places">
          <p class="quiet">{words.places.none}</p>
        </NothingFound>
      </div>
    );
  }
  return (
    <section class="block" ref={list}>
      <h2>
        {words.tabs.places} <span class="count">{words.places.count(places.length)}</span>
      </h2>
      {countsSlopes(places) && <p class="small">{own.slopes}</p>}
      {byKind(places).map(group => (
        <KindSection key={group.kind} {...group} {...props} />
      ))}
    </section>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Makes the buttons of a long list one stop of the Tab key; arrow keys, Home and End move between
 * them. Otherwise the way from the list to the map would be a hundred stops.
 */
function useOneTabStop(list: RefObject<HTMLElement | null>): void {
  // After every render, because rows come and go.
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const all = [...current.querySelectorAll('button')];
    setStop(all, all.find(isFocused) ?? all.find(isStop) ?? all[0]);
    const onKeyDown = (event: KeyboardEvent) => {
      const next = all[targetOf(event.key, all.findIndex(isFocused), all.length)];
      if (!next) return;
      event.preventDefault();
      setStop(all, next);
      next.focus();
    };
    current.addEventListener('keydown', onKeyDown);
    return () => current.removeEventListener('keydown', onKeyDown);
  });
}

/** The index that a key moves to; -1 for other keys. */
function targetOf(key: string, index: number, count: number): number {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? -1 : index + step;
}

function isFocused(button: Element): boolean {
  return button === document.activeElement;
}

function isStop(button: Element): boolean {
  return button.getAttribute('tabindex') === '0';
}

function setStop(all: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const button of all) button.tabIndex = button === stop ? 0 : -1;
}
