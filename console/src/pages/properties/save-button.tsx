import { useId } from 'preact/hooks';
import { mostCharacters } from '../../state/library/read-property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import type { Subject } from '../../state/subject/subject.ts';
import { useLocale } from '../../tools/language/language.ts';

/** Saves a property in this browser, or takes it back. */
export function SaveButton({ subject }: { subject: Subject }) {
  const { words } = useLocale();
  const { library } = useLibrary();
  const isSaved = library.find(subject)?.isSaved === true;
  return (
    <button
      type="button"
      class={`button ${isSaved ? 'is-saved' : ''}`}
      aria-pressed={isSaved}
      onClick={() => library.change(subject, { isSaved: !isSaved })}
    >
      {isSaved ? words.properties.saved : words.properties.save}
    </button>
  );
}

/** The note of a saved property; nothing for others. */
export function PropertyNote({ subject }: { subject: Subject }) {
  const { words } = useLocale();
  const { library, contents } = useLibrary();
  const id = useId();
  const kept = library.find(subject);
  if (!kept?.isSaved) return null;
  return (
    <div class="field property-note">
      <label for={id}>{words.properties.note}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={mostCharacters.note}
        value={kept.note}
        onInput={event => library.change(subject, { note: event.currentTarget.value })}
      />
      {contents.failure && (
        <p class="field-fault" role="alert">
          {words.properties.failure[contents.failure]}
        </p>
      )}
    </div>
  );
}
