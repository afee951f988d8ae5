import { useState } from 'preact/hooks';
import type { Library } from '../../state/library/library.ts';
import { addPhoto, photosOf } from '../../state/library/photo-store.ts';
import { type Property, subjectKey } from '../../state/library/property.ts';
import { InvalidProperty } from '../../state/library/read-property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import { saveFile } from '../../tools/browser/save-file.ts';
import { Button } from '../../tools/form/button.tsx';
import { FilePicker } from '../../tools/form/file-picker.tsx';
import { asDataUrl } from '../report/photos/draw-image.ts';
import {
  type FiledPhoto,
  type FiledProperty,
  mergeProperties,
  mostFileBytes,
  readFile,
  writeFile,
} from './properties-file.ts';
import { type PropertiesWords, usePropertiesWords } from './words.ts';

interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
  /** What is wrong with the file, in English. */
  readonly detail?: string;
}

/** Exports the properties of the list to a file with their photographs, and imports those of a file. */
export function FileSection({ properties }: { properties: readonly Property[] }) {
  const { own, format } = usePropertiesWords();
  const { library } = useLibrary();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const most = format.number(mostFileBytes / 1e6);
  const run = async (work: () => Promise<Outcome | undefined>) => {
    setIsBusy(true);
    setOutcome(undefined);
    setOutcome(await work());
    setIsBusy(false);
  };
  const isOff = properties.length === 0 || isBusy;
  return (
    <section>
      <h2>{own.file}</h2>
      <div class="properties-files">
        <Button
          aria-disabled={isOff}
          onClick={() => !isOff && void run(() => exportFile(properties, own, most))}
        >
          {isBusy ? own.exporting : own.export(properties.length)}
        </Button>
        <FilePicker
          label={own.import}
          accept=".json,application/json"
          onFiles={([file]) => void run(() => importFile(file, library, own, most))}
        />
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

/** Saves a file; returns why it was not saved. */
async function exportFile(
  properties: readonly Property[],
  words: PropertiesWords,
  mostMegabytes: string,
): Promise<Outcome | undefined> {
  try {
    const filed: FiledProperty[] = [];
    let bytes = 0;
    for (const property of properties) {
      const photos = await filedPhotos(subjectKey(property.subject));
      bytes += photos.reduce((sum, { image }) => sum + image.length, 0);
      if (bytes > mostFileBytes)
        return { isGood: false, text: words.exportTooLarge(mostMegabytes) };
      filed.push(photos.length > 0 ? { ...property, photos } : property);
    }
    saveFile('ktima-properties.json', 'application/json', writeFile(filed, new Date()));
    return undefined;
  } catch {
    return { isGood: false, text: words.notExported };
  }
}

async function filedPhotos(key: string): Promise<FiledPhoto[]> {
  const photos = await photosOf(key);
  return Promise.all(
    photos.map(async ({ caption, image }) => ({ caption, image: await asDataUrl(image) })),
  );
}

async function importFile(
  file: File,
  library: Library,
  words: PropertiesWords,
  mostMegabytes: string,
): Promise<Outcome> {
  if (file.size > mostFileBytes) return { isGood: false, text: words.tooLarge(mostMegabytes) };
  try {
    const imported = readFile(await file.text());
    const merged = mergeProperties(({ subject }) => library.find(subject), imported);
    library.put(merged.properties);
    const leftOut = await importPhotos(imported);
    const text = words.imported(merged.added, merged.joined);
    if (leftOut === 0) return { isGood: true, text };
    return { isGood: false, text: `${text} ${words.photosLeftOut(leftOut)}` };
  } catch (failure) {
    if (!(failure instanceof InvalidProperty)) return { isGood: false, text: words.notRead };
    return { isGood: false, text: words.notImported, detail: failure.message };
  }
}

/** Adds the photographs that are not here yet; returns how many were not stored. */
async function importPhotos(imported: readonly FiledProperty[]): Promise<number> {
  let leftOut = 0;
  for (const { subject, photos = [] } of imported) {
    const key = subjectKey(subject);
    const here = new Set((await filedPhotos(key)).map(({ image }) => image));
    for (const { image, caption } of photos.filter(photo => !here.has(photo.image))) {
      const isStored = await jpegOf(image)
        .then(jpeg => addPhoto(key, jpeg, caption))
        .catch(() => false);
      if (!isStored) leftOut += 1;
    }
  }
  return leftOut;
}

/** Throws for anything that the browser cannot draw. */
async function jpegOf(dataUrl: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), letter =>
    letter.charCodeAt(0),
  );
  const jpeg = new Blob([bytes], { type: 'image/jpeg' });
  (await createImageBitmap(jpeg)).close();
  return jpeg;
}
