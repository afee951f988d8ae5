import { mostCharacters } from '../../state/library/read-property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import type { Subject } from '../../state/subject/subject.ts';
import { Field } from '../../tools/form/field.tsx';
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
  const kept = library.find(subject);
  if (!kept?.isSaved) return null;
  return (
    <div class="property-note">
      <Field
        label={words.properties.note}
        rows={2}
        maxLength={mostCharacters.note}
        value={kept.note}
        fault={contents.failure && words.properties.failure[contents.failure]}
        onInput={note => library.change(subject, { note })}
      />
    </div>
  );
}
