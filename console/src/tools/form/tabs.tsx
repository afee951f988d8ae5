import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';

interface TabsProps<Name extends string> {
  readonly label: string;
  /** The names with their texts. */
  readonly tabs: readonly (readonly [name: Name, text: string])[];
  /** The open one; another text if it is none of them. */
  readonly open: string;
  onOpen(name: Name): void;
}

/** Tabs after the ARIA practices: arrow keys move and select. Their panel has the id `tab-panel`. */
export function Tabs<Name extends string>({ label, tabs, open, onOpen }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = tabs.findIndex(([name]) => name === open);
    const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? (by && index + by);
    if (to === undefined) return;
    event.preventDefault();
    const [next] = tabs.at(to % tabs.length)!;
    onOpen(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls="tab-panel"
          aria-selected={name === open}
          tabIndex={name === open ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
