import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { View } from '../state/subject/address-bar.ts';
import { useLocale } from '../tools/language/language.ts';

/** The views that are tabs; the report is a separate page. */
const tabViews = ['location', 'places', 'zones', 'cost'] as const;

interface TabsProps {
  readonly view: View;
  onView(view: View): void;
}

/** Tabs after the ARIA practices: arrow keys move and select. */
export function Tabs({ view, onView }: TabsProps) {
  const { words } = useLocale();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = (tabViews as readonly View[]).indexOf(view);
    const to = { Home: 0, End: tabViews.length - 1 }[event.key] ?? (by && index + by);
    if (to === undefined) return;
    event.preventDefault();
    const next = tabViews.at(to % tabViews.length)!;
    onView(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={words.tabs.label} onKeyDown={onKeyDown}>
      {tabViews.map(name => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls="tab-panel"
          aria-selected={name === view}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onView(name)}
        >
          {words.tabs[name]}
        </button>
      ))}
    </div>
  );
}
