interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  /** The message of an invalid value. */
  readonly fault?: string | undefined;
  /** Values that may have been meant, offered as buttons. */
  readonly choices?: readonly string[] | undefined;
  onChoose?(choice: number): void;
  readonly type?: 'text' | 'password' | 'date';
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
    id,
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
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        type={type as 'text'}
        {...(described && { 'aria-describedby': described })}
        {...(fault && { 'aria-invalid': true })}
        onInput={({ currentTarget: { value, validity } }) =>
          onInput(validity.badInput ? 'incomplete' : value)
        }
        onBlur={onLeave}
      />
      {fault && (
        <p id={`${id}-fault`} class="field-fault">
          {fault}
        </p>
      )}
      {choices && choices.length > 0 && (
        <div class="field-choices">
          {choices.map((choice, index) => (
            <button
              key={choice}
              type="button"
              class="button button-small"
              onClick={() => onChoose?.(index)}
            >
              {choice}
            </button>
          ))}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps extends Pick<FieldProps, 'id' | 'label' | 'value' | 'hint' | 'fault'> {
  /** Each value with its text. */
  readonly options: readonly (readonly [value: string, text: string])[];
  onInput(value: string): void;
}

/** A labelled list to choose from, with its hint and its fault. */
export function SelectField({ id, label, value, hint, fault, options, onInput }: SelectFieldProps) {
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        {...(described && { 'aria-describedby': described })}
        {...(fault && { 'aria-invalid': true })}
        onChange={event => onInput(event.currentTarget.value)}
      >
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      {fault && (
        <p id={`${id}-fault`} class="field-fault">
          {fault}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
