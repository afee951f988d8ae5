import { useState } from 'preact/hooks';
import { mostCaptionCharacters, mostPhotos } from '../../../state/library/photo-store.ts';
import { Button } from '../../../tools/form/button.tsx';
import { Field } from '../../../tools/form/field.tsx';
import { FilePicker } from '../../../tools/form/file-picker.tsx';
import { Question } from '../../../tools/form/question.tsx';
import { type ReportWords, useReportWords } from '../words/words.ts';
import { imageTypes } from './draw-image.ts';
import { PhotoFigure, type ShownPhoto } from './photo-figure.tsx';
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
  const { own } = useReportWords();
  const [leaving, setLeaving] = useState<{ readonly photo: ShownPhoto; readonly name: string }>();
  if (photos.length === 0) return null;
  return (
    <section class="sheet-part sheet-photos">
      <h2>{own.photos}</h2>
      {note && <p class="small">{note}</p>}
      <ul>
        {photos.map((photo, index) => (
          <PhotoItem
            key={photo.id}
            photo={photo}
            name={own.photo(index + 1)}
            isFirst={index === 0}
            isLast={index === photos.length - 1}
            onCaption={caption => void setCaption(photo, caption)}
            onMove={by => void move(photo, by)}
            onRemove={() => setLeaving({ photo, name: own.photo(index + 1) })}
          />
        ))}
      </ul>
      {leaving && (
        <Question
          question={own.confirmPhoto(leaving.name)}
          text={leaving.photo.caption}
          yes={own.removePhoto}
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
  readonly isFirst: boolean;
  readonly isLast: boolean;
  onCaption(caption: string): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

function PhotoItem({ photo, name, isFirst, isLast, ...on }: PhotoItemProps) {
  const { own } = useReportWords();
  const [typed, setTyped] = useState<string>();
  const button = (label: string, text: string, isOff: boolean, onClick: () => void) => (
    <Button
      look="small"
      aria-label={`${label} ${name}`}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {text}
    </Button>
  );
  return (
    <li>
      <PhotoFigure photo={photo} name={name} />
      <div class="photo-form not-printed">
        <Field
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
        {button(own.removePhoto, own.removePhoto, false, on.onRemove)}
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
  const { own } = useReportWords();
  const [logoProblem, setLogoProblem] = useState<PhotoProblem>();
  const shown = problem ?? logoProblem;
  const chooseLogo = async (file: File | undefined) => setLogoProblem(await onLogo(file));
  return (
    <div class="report-images">
      <FilePicker
        look="small"
        label={own.addPhotos}
        accept={imageTypes.join()}
        isMultiple
        isDisabled={photos.length >= mostPhotos}
        onFiles={files => void add(files)}
      />
      <FilePicker
        look="small"
        label={own.chooseLogo}
        accept={imageTypes.join()}
        onFiles={([file]) => void chooseLogo(file)}
      />
      {hasLogo && (
        <Button look="small" onClick={() => void chooseLogo(undefined)}>
          {own.removeLogo}
        </Button>
      )}
      <p class="small">{own.photosKeptHere(mostPhotos)}</p>
      <p class="small" role="status">
        {shown && problemText(shown, own)}
      </p>
    </div>
  );
}

function problemText(problem: PhotoProblem, own: ReportWords): string {
  if (problem.kind === 'noImage') return own.noImage(problem.name);
  return problem.kind === 'tooMany' ? own.tooManyPhotos(mostPhotos) : own.notStored;
}
