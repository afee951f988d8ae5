import { useId } from 'preact/hooks';
import { Button } from './button.tsx';

interface FieldProps {
  /** For a form that moves the focus to it. */
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  /** The message of an invalid value. */
  readonly fault?: string | undefined;
  /** Values that may have been meant, offered as buttons. */
  readonly choices?: readonly string[] | undefined;
  onChoose?(choice: number): void;
  readonly type?: 'text' | 'password' | 'date' | 'search';
  /** The lines of a longer text. */
  readonly rows?: number;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  readonly autocomplete?: string;
  readonly maxLength?: number;
  /** The last date of a date. */
  readonly max?: string;
  /** The text; `incomplete` while a date has only some of its parts. */
  onInput(value: string): void;
  /** The focus leaves the field. */
  onLeave?(): void;
}

/** A labelled text field with its hint and its fault. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    fault,
    choices,
    onChoose,
    onInput,
    onLeave,
    type = 'text',
    ...input
  } = props;
  const ownId = useId();
  const id = input.id ?? ownId;
  const Input = input.rows === undefined ? 'input' : ('textarea' as 'input');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Input
        {...input}
        id={id}
        type={type as 'text'}
        {...noteAttributes(id, hint, fault)}
        onInput={({ currentTarget: { value, validity } }) =>
          onInput(validity.badInput ? 'incomplete' : value)
        }
        onBlur={onLeave}
      />
      <Note id={id} kind="fault" text={fault} />
      {choices && choices.length > 0 && (
        <div class="field-choices">
          {choices.map((choice, index) => (
            <Button look="small" key={choice} onClick={() => onChoose?.(index)}>
              {choice}
            </Button>
          ))}
        </div>
      )}
      <Note id={id} kind="hint" text={hint} />
    </div>
  );
}

interface SelectFieldProps extends Pick<FieldProps, 'id' | 'label' | 'value' | 'hint' | 'fault'> {
  /** Each value with its text. */
  readonly options: readonly (readonly [value: string, text: string])[];
  onInput(value: string): void;
}

/** A labelled list to choose from, with its hint and its fault. */
export function SelectField(props: SelectFieldProps) {
  const { label, value, hint, fault, options, onInput } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        {...noteAttributes(id, hint, fault)}
        onChange={event => onInput(event.currentTarget.value)}
      >
        <Options of={options} />
      </select>
      <Note id={id} kind="fault" text={fault} />
      <Note id={id} kind="hint" text={hint} />
    </div>
  );
}

/** The options of a list. */
export function Options({ of: options }: { of: SelectFieldProps['options'] }) {
  return options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** The hint or the fault of a field; `noteAttributes` links the field to it. */
export function Note({
  id,
  kind,
  text,
}: {
  id: string;
  kind: 'hint' | 'fault';
  text?: string | undefined;
}) {
  if (!text) return null;
  return (
    <p id={`${id}-${kind}`} class={`field-${kind}`}>
      {text}
    </p>
  );
}

/** The attributes of a field that has notes. */
export function noteAttributes(id: string, hint: string | undefined, fault: string | undefined) {
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return {
    ...(described && { 'aria-describedby': described }),
    ...(fault && { 'aria-invalid': true }),
  };
}

/** The set with a value that it did not have, or without one that it had. */
export function toggled<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  /** A sentence below. */
  readonly hint?: string;
  onChange(isChecked: boolean): void;
}

/** A box to tick, with its label. */
export function Check({ label, isChecked, hint, onChange }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          {...noteAttributes(id, hint, undefined)}
          onChange={event => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <Note id={id} kind="hint" text={hint} />
    </div>
  );
}
