import { useEffect } from 'preact/hooks';

/** Sets the text at the foot of each printed page, which report.css reads as a string. */
export function usePageFoot(parts: readonly string[]): void {
  const text = parts.filter(part => part.trim() !== '').join(' · ');
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--page-foot', cssString(text));
    return () => void style.removeProperty('--page-foot');
  }, [text]);
}

/** A text as a string of CSS; what could end the string is escaped by its code. */
export function cssString(text: string): string {
  const escaped = text.replaceAll(
    /["\\\n\r\f<]/g,
    sign => `\\${sign.codePointAt(0)!.toString(16)} `,
  );
  return `"${escaped}"`;
}
