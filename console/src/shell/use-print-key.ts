import { useEffect } from 'preact/hooks';

/** Calls back for Ctrl+P or ⌘P instead of the browser's own print, while there is a callback. */
export function usePrintKey(onPrint: (() => void) | undefined): void {
  useEffect(() => {
    if (!onPrint) return undefined;
    const listen = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyP';
      if (!isPrint || event.shiftKey) return;
      event.preventDefault();
      onPrint();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}
