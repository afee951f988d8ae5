import '../design/file-picker.css';
import type { ButtonProps } from './button.tsx';
import { looks } from './button.tsx';

interface FilePickerProps extends Pick<ButtonProps, 'look'> {
  readonly label: string;
  /** The types or endings of files. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly isDisabled?: boolean;
  onFiles(files: readonly [File, ...File[]]): void;
}

/** A file field that looks like a button. */
export function FilePicker({ look, label, isMultiple, isDisabled, ...props }: FilePickerProps) {
  return (
    <label class={`file-picker ${look ? looks[look] : 'button'}`}>
      {label}
      <input
        type="file"
        accept={props.accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const [first, ...others] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected or removed.
          currentTarget.value = '';
          if (first) props.onFiles([first, ...others]);
        }}
      />
    </label>
  );
}
