import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Makes the buttons of a long list one stop of the Tab key; arrow keys, Home and End move between
 * them. Otherwise the way from the list to the map would be a hundred stops.
 */
export function useOneTabStop(list: RefObject<HTMLElement | null>): void {
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
