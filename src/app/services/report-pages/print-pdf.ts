import type { ImageToDraw } from '#features/api/api-parts.ts';
import { type Call, inBrowser, type Most, requireProgram, usually } from './run-browser.ts';

/** Opens a printer that starts a Chromium for each document. */
export function openPdfPrinter(
  chromium: string,
  most?: Most,
): (html: Buffer, signal: AbortSignal) => Promise<Buffer> {
  requireProgram(chromium);
  return (html, signal) =>
    inBrowser(chromium, most ?? usually, signal, call => print(call, html.toString()));
}

/** The largest images take two seconds; what takes longer must not hold the slot of a PDF. */
const forImages: Most = { ...usually, seconds: 15 };

/** Opens what draws images anew, in a Chromium of its own too. */
export function openImageDrawer(
  chromium: string,
  most = forImages,
): (images: readonly ImageToDraw[], signal: AbortSignal) => Promise<(string | null)[]> {
  requireProgram(chromium);
  return (images, signal) => inBrowser(chromium, most, signal, call => redraw(call, images));
}

/** Opens an empty page, all of whose requests wait for ever. */
async function openPage(call: Call) {
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const inPage = (method: string, params = {}) => call(method, params, String(sessionId));
  await inPage('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  return inPage;
}

/** Fills a page without scripts and prints it. */
async function print(call: Call, html: string): Promise<Buffer> {
  const inPage = await openPage(call);
  await inPage('Emulation.setScriptExecutionDisabled', { value: true });
  const { frameTree } = await inPage('Page.getFrameTree');
  const { frame } = frameTree as { frame: { id: string } };
  await inPage('Page.setDocumentContent', { frameId: frame.id, html });
  const { data } = await inPage('Page.printToPDF', {
    preferCSSPageSize: true,
    generateTaggedPDF: true,
  });
  return Buffer.from(String(data), 'base64');
}

/**
 * Draws images in a page that has only the function below. What is not drawn is lost: position,
 * camera, preview. Null for an image that cannot be drawn.
 */
async function redraw(call: Call, images: readonly ImageToDraw[]): Promise<(string | null)[]> {
  const inPage = await openPage(call);
  const drawn: (string | null)[] = [];
  // One at a time: the memory of one decoded image is enough.
  for (const image of images) {
    const expression = `(${drawAnew})(${JSON.stringify(image)})`;
    const { result } = await inPage('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    drawn.push((result as { value?: string }).value ?? null);
  }
  return drawn;
}

/** Runs in the page. An image stands upright, and is never enlarged. */
const drawAnew = `async ({ base64, type, as, mostWidth, mostHeight }) => {
  const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type })).catch(() => undefined);
  if (!image) return null;
  const scale = Math.min(1, mostWidth / image.width, mostHeight / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  if (as === 'image/jpeg') {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL(as, 0.85);
}`;
