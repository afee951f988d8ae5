const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]';

/**
 * Moves the focus when the element that has it is removed: to what is next to it, otherwise to what
 * contains it. Without that it falls to the body, and the keyboard starts at the top of the page.
 */
export function keepFocus(): void {
  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  const observer = new MutationObserver(records => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const removal = records.find(({ removedNodes }) =>
      [...removedNodes].some(node => node.contains(last!)),
    );
    last = undefined;
    focusNear(removal);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function focusNear(removal: MutationRecord | undefined): void {
  const { nextSibling = null, previousSibling = null, target = null } = removal ?? {};
  const around = target instanceof Element ? target : null;
  const next =
    [nextSibling, previousSibling].map(firstFocusable).find(Boolean) ??
    around?.closest<HTMLElement>(focusable) ??
    document.getElementById('content');
  next?.focus();
}

function firstFocusable(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement) || !node.isConnected) return undefined;
  const candidates = [node, ...node.querySelectorAll<HTMLElement>('*')];
  return candidates.find(one => one.matches(focusable) && one.checkVisibility());
}
