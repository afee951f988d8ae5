import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

interface CopyableProps {
  readonly text: string;
  /** The name of the value, for screen readers. */
  readonly what: string;
  /** The text as it is shown; default as it is copied. */
  readonly children?: ComponentChildren;
}

/** A value with a button that copies it. */
export function Copyable({ text, what, children = text }: CopyableProps) {
  return (
    <span class="copyable">
      <span>{children}</span>
      <CopyButton text={text} what={what} isSymbol />
    </span>
  );
}
