import { useCallback, useEffect, useState } from 'preact/hooks';
import {
  addPhoto,
  changePhotos,
  exchanged,
  type Photo,
  photosOf,
  removePhoto,
} from '../../../state/library/photo-store.ts';
import { subjectKey } from '../../../state/library/property.ts';
import { useLibrary } from '../../../state/library/use-library.tsx';
import type { Subject } from '../../../state/subject/subject.ts';
import {
  forgetChoice,
  readStoredChoice,
  storeChoice,
} from '../../../tools/browser/stored-choice.ts';
import { asDataUrl, drawAnew, readLogo } from './draw-image.ts';

/** Enough for half a page at 200 dots per inch, in some 300 kB. */
const photoSize = { width: 1600, height: 1600, type: 'image/jpeg' } as const;
const logoSize = { width: 480, height: 160, type: 'image/png' } as const;

/** Why a file was not added: the names of files that are no images, the limit, or the storage. */
export type PhotoProblem =
  | { readonly kind: 'noImage'; readonly name: string }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'notStored' };

export interface Photos {
  readonly photos: readonly Photo[];
  readonly problem: PhotoProblem | undefined;
  add(files: readonly File[]): Promise<void>;
  remove(id: number): Promise<void>;
  setCaption(photo: Photo, caption: string): Promise<void>;
  /** Exchanges a photograph with the one before (-1) or after it (1). */
  move(photo: Photo, by: 1 | -1): Promise<void>;
}

/** The photographs of a property, which is saved when it gets its first. */
export function usePhotos(subject: Subject): Photos {
  const { library } = useLibrary();
  const key = subjectKey(subject);
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [problem, setProblem] = useState<PhotoProblem>();
  const read = useCallback(
    () => photosOf(key).then(setPhotos, () => setProblem({ kind: 'notStored' })),
    [key],
  );
  useEffect(() => {
    setPhotos([]);
    setProblem(undefined);
    void read();
  }, [read]);
  const add = async (files: readonly File[]) => {
    setProblem(undefined);
    for (const file of files) {
      const found = await addFile(key, file);
      if (found) setProblem(found);
      else library.change(subject, { isSaved: true });
      if (found && found.kind !== 'noImage') break;
    }
    await read();
  };
  const store = async (work: Promise<void>) => {
    await work.catch(() => setProblem({ kind: 'notStored' }));
    await read();
  };
  return {
    photos,
    problem,
    add,
    remove: id => store(removePhoto(id)),
    setCaption: (photo, caption) => store(changePhotos([{ id: photo.id, caption }])),
    move: (photo, by) => store(changePhotos(exchanged(photos, photo, by))),
  };
}

async function addFile(key: string, file: File): Promise<PhotoProblem | undefined> {
  const image = await drawAnew(file, photoSize).catch(() => undefined);
  if (!image) return { kind: 'noImage', name: file.name };
  const isAdded = await addPhoto(key, image).catch(() => undefined);
  if (isAdded === undefined) return { kind: 'notStored' };
  return isAdded ? undefined : { kind: 'tooMany' };
}

/** The valuer's logo as a `data:` URL, for all reports of this browser; undefined if there is none. */
export function useLogo(): readonly [
  logo: string | undefined,
  setLogo: (file: File | undefined) => Promise<PhotoProblem | undefined>,
] {
  const [logo, setLogo] = useState(() => readLogo(readStoredChoice('logo')));
  const change = async (file: File | undefined): Promise<PhotoProblem | undefined> => {
    if (!file) {
      forgetChoice('logo');
      setLogo(undefined);
      return undefined;
    }
    const image = await drawAnew(file, logoSize).catch(() => undefined);
    if (!image) return { kind: 'noImage', name: file.name };
    const url = await asDataUrl(image);
    storeChoice('logo', url);
    setLogo(url);
    return undefined;
  };
  return [logo, change];
}
