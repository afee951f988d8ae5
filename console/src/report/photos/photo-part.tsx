import { useEffect, useId, useState } from 'preact/hooks';
import { useReportWords } from '../use-report-words.ts';
import { imageTypes } from './draw-image.ts';
import { mostPhotos, type Photo } from './photo-store.ts';
import type { PhotoProblem, Photos } from './use-photos.ts';

/** The section of the user's own photographs; nothing without any. */
export function PhotoPart({ photos, remove }: Pick<Photos, 'photos' | 'remove'>) {
  const words = useReportWords();
  if (photos.length === 0) return null;
  return (
    <section class="sheet-part sheet-photos">
      <h2>{words.photos}</h2>
      <ul>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <PhotoFigure photo={photo} name={words.photo(index + 1)} />
            <button
              type="button"
              class="button button-small not-printed"
              onClick={() => void remove(photo.id)}
            >
              {words.removePhoto}
              <span class="visually-hidden"> {words.photo(index + 1)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PhotoFigure({ photo, name }: { photo: Photo; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo.image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo.image]);
  return (
    <figure>
      {url && <img src={url} alt={name} />}
      <figcaption class="small">{name}</figcaption>
    </figure>
  );
}

interface ImagesFormProps extends Pick<Photos, 'photos' | 'problem' | 'add'> {
  readonly hasLogo: boolean;
  onLogo(file: File | undefined): Promise<PhotoProblem | undefined>;
}

/** The buttons for photographs and for the logo; not printed. */
export function ImagesForm({ photos, problem, add, hasLogo, onLogo }: ImagesFormProps) {
  const words = useReportWords();
  const [logoProblem, setLogoProblem] = useState<PhotoProblem>();
  const shown = problem ?? logoProblem;
  const chooseLogo = async (file: File | undefined) => setLogoProblem(await onLogo(file));
  return (
    <div class="report-images">
      <FileButton
        label={words.addPhotos}
        isMultiple
        isDisabled={photos.length >= mostPhotos}
        onFiles={files => void add(files)}
      />
      <FileButton label={words.chooseLogo} onFiles={([file]) => file && void chooseLogo(file)} />
      {hasLogo && (
        <button
          type="button"
          class="button button-small"
          onClick={() => void chooseLogo(undefined)}
        >
          {words.removeLogo}
        </button>
      )}
      <p class="small">{words.photosKeptHere(mostPhotos)}</p>
      <p class="small" role="status">
        {shown && problemText(shown, words)}
      </p>
    </div>
  );
}

function problemText(problem: PhotoProblem, words: ReturnType<typeof useReportWords>): string {
  if (problem.kind === 'noImage') return words.noImage(problem.name);
  return problem.kind === 'tooMany' ? words.tooManyPhotos(mostPhotos) : words.notStored;
}

interface FileButtonProps {
  readonly label: string;
  readonly isMultiple?: boolean;
  readonly isDisabled?: boolean;
  onFiles(files: readonly File[]): void;
}

/** A file field that looks like a button. */
function FileButton({ label, isMultiple, isDisabled, onFiles }: FileButtonProps) {
  const id = useId();
  return (
    <span class="file-button">
      <input
        id={id}
        type="file"
        class="visually-hidden"
        accept={imageTypes.join()}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that the same file can be chosen again after it was removed.
          currentTarget.value = '';
          onFiles(files);
        }}
      />
      <label for={id} class="button button-small">
        {label}
      </label>
    </span>
  );
}
