import { useEffect, useState } from 'preact/hooks';
import type { Photo } from '../../../state/library/photo-store.ts';

/** A photograph of the browser, or one as a `data:` URL. */
export type ShownPhoto = Pick<Photo, 'id' | 'caption'> & { readonly image: Blob | string };

/** A photograph with its number and caption. */
export function PhotoFigure({ photo, name }: { photo: ShownPhoto; name: string }) {
  const { image } = photo;
  const [url, setUrl] = useState(typeof image === 'string' ? image : undefined);
  const text = photo.caption === '' ? name : `${name}: ${photo.caption}`;
  useEffect(() => {
    if (typeof image === 'string') return undefined;
    const made = URL.createObjectURL(image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo.id]);
  return (
    <figure>
      {url && <img src={url} alt={text} />}
      <figcaption class="small">{text}</figcaption>
    </figure>
  );
}
