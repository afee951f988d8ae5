import { useId, useState } from 'preact/hooks';
import { mostCaptionCharacters, mostPhotos } from '../../../state/library/photo-store.ts';
import { Field } from '../../../tools/form/field.tsx';
import { Question } from '../../../tools/form/question.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { useReportWords } from '../words/use-report-words.ts';
import { imageTypes } from './draw-image.ts';
import { PhotoFigure, type ShownPhoto } from './photo-figure.tsx';
import { type PhotoWords, photoWords } from './photo-words.ts';
import type { PhotoProblem, Photos } from './use-photos.ts';

/** What the section needs of the photographs. */
export interface PhotoPartProps {
  readonly photos: readonly ShownPhoto[];
  remove(id: number): Promise<void>;
  setCaption(photo: ShownPhoto, caption: string): Promise<void>;
  move(photo: ShownPhoto, by: 1 | -1): Promise<void>;
}

/** The section of the user's own photographs, with a note; nothing without any. */
export function PhotoPart(props: PhotoPartProps & { readonly note: string | undefined }) {
  const { photos, note, remove, setCaption, move } = props;
  const { language } = useLocale();
  const words = useReportWords();
  const own = photoWords[language];
  const [leaving, setLeaving] = useState<{ readonly photo: ShownPhoto; readonly name: string }>();
  if (photos.length === 0) return null;
  return (
    <section class="sheet-part sheet-photos">
      <h2>{words.photos}</h2>
      {note && <p class="small">{note}</p>}
      <ul>
        {photos.map((photo, index) => (
          <PhotoItem
            key={photo.id}
            photo={photo}
            name={words.photo(index + 1)}
            own={own}
            isFirst={index === 0}
            isLast={index === photos.length - 1}
            onCaption={caption => void setCaption(photo, caption)}
            onMove={by => void move(photo, by)}
            onRemove={() => setLeaving({ photo, name: words.photo(index + 1) })}
          />
        ))}
      </ul>
      {leaving && (
        <Question
          question={own.confirm(leaving.name)}
          text={leaving.photo.caption}
          yes={words.removePhoto}
          onYes={() => void remove(leaving.photo.id)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

interface PhotoItemProps {
  readonly photo: ShownPhoto;
  /** Its number, as in `Photograph 1`. */
  readonly name: string;
  readonly own: PhotoWords;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  onCaption(caption: string): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

function PhotoItem({ photo, name, own, isFirst, isLast, ...on }: PhotoItemProps) {
  const words = useReportWords();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const button = (label: string, text: string, isOff: boolean, onClick: () => void) => (
    <button
      type="button"
      class="button button-small"
      aria-label={`${label} ${name}`}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {text}
    </button>
  );
  return (
    <li>
      <PhotoFigure photo={photo} name={name} />
      <div class="photo-form not-printed">
        <Field
          id={id}
          label={`${own.caption}: ${name}`}
          maxLength={mostCaptionCharacters}
          value={typed ?? photo.caption}
          onInput={setTyped}
          onLeave={() => {
            if (typed !== undefined) on.onCaption(typed.trim());
            setTyped(undefined);
          }}
        />
        {button(own.earlier, '↑', isFirst, () => on.onMove(-1))}
        {button(own.later, '↓', isLast, () => on.onMove(1))}
        {button(words.removePhoto, words.removePhoto, false, on.onRemove)}
      </div>
    </li>
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
