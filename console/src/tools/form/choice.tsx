import { useId } from 'preact/hooks';
import { Note, noteAttributes } from './field.tsx';

interface ChoiceProps<Name extends string> {
  readonly legend: string;
  /** Each name with its text. */
  readonly options: readonly (readonly [name: Name, text: string])[];
  readonly chosen: Name;
  /** What is wrong with the chosen one. */
  readonly fault?: string | undefined;
  /** Whether it is small, with a legend for screen readers only. */
  readonly isSmall?: boolean;
  onChoose(name: Name): void;
}

/** One of a few options, as buttons beside each other. */
export function Choice<Name extends string>(props: ChoiceProps<Name>) {
  const { legend, options, chosen, fault, isSmall, onChoose } = props;
  const id = useId();
  return (
    <fieldset class={`choice ${isSmall ? 'choice-small' : ''}`} {...noteAttributes(id, '', fault)}>
      <legend class={isSmall ? 'visually-hidden' : ''}>{legend}</legend>
      {options.map(([name, text]) => (
        <label key={name}>
          <input type="radio" name={id} checked={name === chosen} onChange={() => onChoose(name)} />
          <span>{text}</span>
        </label>
      ))}
      <Note id={id} kind="fault" text={fault} />
    </fieldset>
  );
}
