import type { ComponentChildren } from 'preact';

interface FactsProps {
  /** Names with their values; null, undefined, false and an empty text are left out. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly class?: string;
  /** The class of each value. */
  readonly look?: string;
}

/** A list of names with their values; nothing if none has a value. */
export function Facts({ facts, class: list = 'facts', look }: FactsProps) {
  const known = facts.filter(([, value]) => value !== false && (value ?? '') !== '');
  if (known.length === 0) return null;
  return (
    <dl class={list}>
      {known.map(([name, value], at) => (
        <div key={`${name} ${at}`}>
          <dt>{name}</dt>
          <dd class={look}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
