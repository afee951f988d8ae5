import { useId, useState } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';
import { saveFile } from '../parcel/save-file.ts';
import type { Library } from './library.ts';
import { mergeProperties, mostBytes, readFile, writeFile } from './properties-file.ts';
import { InvalidProperty } from './read-property.ts';
import { useLibrary } from './use-library.tsx';
import { usePropertiesWords } from './use-properties-words.ts';
import type { PropertiesWords } from './words-el.ts';

interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
  /** What is wrong with the file, in English. */
  readonly detail?: string;
}

/** Exports all properties to a file, and imports those of a file. */
export function FileSection() {
  const own = usePropertiesWords();
  const { format } = useLocale();
  const { library, contents } = useLibrary();
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>();
  const all = [...contents.saved, ...contents.recent];
  const load = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) setOutcome(await importFile(file, library, own, format.number(mostBytes / 1e6)));
    // The same file can be chosen again after it was corrected.
    input.value = '';
  };
  return (
    <section>
      <h2>{own.file}</h2>
      <div class="properties-files">
        <button
          type="button"
          class="button"
          aria-disabled={all.length === 0}
          onClick={() =>
            all.length > 0 &&
            saveFile('ktima-properties.json', 'application/json', writeFile(all, new Date()))
          }
        >
          {own.export}
        </button>
        <label class="button properties-import" for={id}>
          {own.import}
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            onChange={event => void load(event.currentTarget)}
          />
        </label>
      </div>
      {outcome && (
        <div
          class={`notice ${outcome.isGood ? '' : 'notice-bad'}`}
          role={outcome.isGood ? 'status' : 'alert'}
        >
          <p>{outcome.text}</p>
          {outcome.detail && (
            <p class="small" lang="en">
              {outcome.detail}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

async function importFile(
  file: File,
  library: Library,
  words: PropertiesWords,
  mostMegabytes: string,
): Promise<Outcome> {
  if (file.size > mostBytes) return { isGood: false, text: words.tooLarge(mostMegabytes) };
  try {
    const imported = readFile(await file.text());
    const merged = mergeProperties(({ subject }) => library.find(subject), imported);
    library.put(merged.properties);
    return { isGood: true, text: words.imported(merged.added, merged.joined) };
  } catch (failure) {
    if (!(failure instanceof InvalidProperty)) return { isGood: false, text: words.notRead };
    return { isGood: false, text: words.notImported, detail: failure.message };
  }
}
