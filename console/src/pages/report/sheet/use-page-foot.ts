import { useEffect } from 'preact/hooks';

/** Sets the text at the foot of each printed page, which report.css reads as a string. */
export function usePageFoot(parts: readonly string[]): void {
  const text = pageFoot(parts);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--page-foot', cssString(text));
    return () => void style.removeProperty('--page-foot');
  }, [text]);
}

/** The text at the foot: the parts that are filled. */
export function pageFoot(parts: readonly string[]): string {
  return parts.filter(part => part.trim() !== '').join(' · ');
}

/** A text as a string of CSS; what could end the string is escaped by its code. */
export function cssString(text: string): string {
  const escaped = text.replaceAll(
    /["\\\n\r\f<]/g,
    sign => `\\${sign.codePointAt(0)!.toString(16)} `,
  );
  return `"${escaped}"`;
}
