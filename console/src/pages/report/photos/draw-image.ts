/** The raster images that all browsers draw. Others, such as SVG, may contain code or links. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Larger files are refused before they are read. */
const mostImageBytes = 40_000_000;

/** The size of an image that is scaled down to fit; it is never enlarged. */
export function sizeWithin(
  image: { readonly width: number; readonly height: number },
  most: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, most.width / image.width, most.height / image.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(image.width), height: scaled(image.height) };
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly type: 'image/jpeg' | 'image/png';
}

/**
 * Draws an image anew, upright and scaled down. What is not drawn is lost: the position, the camera,
 * the preview and everything else that a photograph carries. Throws for anything but an image.
 */
export async function drawAnew(file: Blob, { type, ...most }: Drawing): Promise<Blob> {
  if (!imageTypes.some(one => one === file.type)) throw new TypeError(`an image is ${file.type}`);
  if (file.size > mostImageBytes) throw new RangeError(`an image has ${file.size} bytes`);
  const image = await createImageBitmap(file);
  try {
    const { width, height } = sizeWithin(image, most);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    if (type === 'image/jpeg') {
      // JPEG has no transparency, which would become black.
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
    }
    context.drawImage(image, 0, 0, width, height);
    return await encoded(canvas, type);
  } finally {
    image.close();
  }
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new RangeError('the image is too large to draw'))),
      type,
      0.85,
    ),
  );
}

/** An image as a `data:` URL, for storage that has texts only. */
export function asDataUrl(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(image);
  });
}

/** A stored logo; undefined for anything but an image that this page wrote. */
export function readLogo(stored: string | undefined): string | undefined {
  return stored && /^data:image\/png;base64,[A-Za-z\d+/=]+$/.test(stored) ? stored : undefined;
}
