import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly name: string;
  /** Of the value. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A name with its value, in a `dl`. */
export function Fact({ name, class: look, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={look}>{children}</dd>
    </div>
  );
}
