/** A photograph of a property, as it is kept in this browser. */
export interface Photo {
  readonly id: number;
  /** The key of its property (`subjectKey`). */
  readonly property: string;
  readonly image: Blob;
  /** What it shows, in the user's words. */
  readonly caption: string;
  /** Its place among those of the property. */
  readonly place: number;
}

/** Records of earlier versions have the image only, in the order in which they were added. */
type StoredPhoto = Pick<Photo, 'id' | 'property' | 'image'> & Partial<Photo>;

/** What changes of a photograph. */
type PhotoChange = Pick<Photo, 'id'> & Partial<Pick<Photo, 'caption' | 'place'>>;

/** The most photographs of one property. */
export const mostPhotos = 10;

const [database, store, index] = ['ktima.photos', 'photos', 'property'];

/** The most characters of a caption. */
export const mostCaptionCharacters = 200;

/** The photographs of a property in the order that the user gave them; at first that of adding. */
export async function photosOf(property: string): Promise<Photo[]> {
  const stored = await within<StoredPhoto[]>('readonly', photos =>
    photos.index(index).getAll(property),
  );
  return stored
    .map(photo => ({ caption: '', place: photo.id, ...photo }))
    .sort((one, other) => one.place - other.place);
}

/** The number of photographs of a property. */
export async function countPhotos(property: string): Promise<number> {
  return within('readonly', photos => photos.index(index).count(property));
}

/** A photograph and its neighbour, each with the place of the other; none at the end of the list. */
export function exchanged(photos: readonly Photo[], photo: Photo, by: 1 | -1): PhotoChange[] {
  const other = photos[photos.indexOf(photo) + by];
  if (!other) return [];
  return [
    { id: photo.id, place: other.place },
    { id: other.id, place: photo.place },
  ];
}

/** Stores captions and places of photographs that are still there: another tab may have removed one. */
export async function changePhotos(changes: readonly PhotoChange[]): Promise<void> {
  await within('readwrite', (photos, resolve) => {
    for (const change of changes) {
      const kept: IDBRequest<StoredPhoto | undefined> = photos.get(change.id);
      kept.onsuccess = () => kept.result && photos.put({ ...kept.result, ...change });
    }
    resolve(undefined);
    return undefined;
  });
}

/** Adds a photograph; false if the property has the most already. */
export async function addPhoto(property: string, image: Blob, caption = ''): Promise<boolean> {
  return within('readwrite', (photos, resolve) => {
    const count = photos.index(index).count(property);
    // In the same transaction, so that two tabs together add no more than the most.
    count.onsuccess = () => {
      const hasRoom = count.result < mostPhotos;
      if (hasRoom) photos.add({ property, image, caption });
      resolve(hasRoom);
    };
    return undefined;
  });
}

/** Removes a photograph. */
export async function removePhoto(id: number): Promise<void> {
  await within('readwrite', photos => photos.delete(id));
}

/** Removes all photographs of a property. */
export async function removePhotosOf(property: string): Promise<void> {
  await within('readwrite', (photos, resolve) => {
    const keys = photos.index(index).getAllKeys(property);
    keys.onsuccess = () => {
      for (const key of keys.result) photos.delete(key);
      resolve(undefined);
    };
    return undefined;
  });
}

/** Runs one transaction, and returns the result of its request or of `resolve` when it is complete. */
async function within<T>(
  mode: IDBTransactionMode,
  run: (photos: IDBObjectStore, resolve: (value: T) => void) => IDBRequest<T> | undefined,
): Promise<T> {
  const db = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode);
      let result: T;
      const request = run(transaction.objectStore(store), value => {
        result = value;
      });
      transaction.oncomplete = () => resolve(request ? request.result : result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      const photos = request.result.createObjectStore(store, {
        keyPath: 'id',
        autoIncrement: true,
      });
      photos.createIndex(index, 'property');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
