import { useEffect, useState } from 'preact/hooks';
import type { Photo } from '../../../state/library/photo-store.ts';

/** A photograph with its number and caption. */
export function PhotoFigure({ photo, name }: { photo: Photo; name: string }) {
  const [url, setUrl] = useState<string>();
  const text = photo.caption === '' ? name : `${name}: ${photo.caption}`;
  useEffect(() => {
    const made = URL.createObjectURL(photo.image);
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
