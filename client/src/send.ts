import { errorOfAnswer, KtimaApiError } from './api-error.ts';
import type { DescribedRequest } from './describe-request.ts';

/** Sends a request and returns the JSON or the file of the response; undefined for one without body. */
export type Send = (
  request: DescribedRequest,
  signal: AbortSignal,
  token?: string,
) => Promise<unknown>;

/** Makes a `Send` with a `fetch`. */
export function sender(fetch: typeof globalThis.fetch): Send {
  /** Reads the whole response; one that is cut counts as no response. */
  async function exchange(
    url: string,
    init: RequestInit & { readonly signal: AbortSignal },
    isFile = false,
  ) {
    try {
      const response = await fetch(url, init);
      if (isFile && response.ok) return { response, text: '', file: await response.blob() };
      return { response, text: await textOf(response) };
    } catch (cause) {
      if (cause instanceof KtimaApiError) throw cause;
      if (init.signal.aborted) throw init.signal.reason;
      const message = `${new URL(url).origin} cannot be reached`;
      throw new KtimaApiError(message, { reason: 'network', cause });
    }
  }

  return async (request, signal, token) => {
    const { method, url, headers, body, form, withCookie = false } = request;
    const { authorization: _placeholder, ...plain } = headers;
    const init = {
      method,
      headers: { ...plain, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: request.file ?? body ?? (form ? formData(form) : null),
      credentials: withCookie ? ('include' as const) : ('omit' as const),
      // Without it, a page that is closed meanwhile would miss the next cookie.
      keepalive: withCookie,
      // A redirect would pass a secret or a token on to its target.
      redirect: 'manual' as const,
      signal,
    };
    const { response, text, file } = await exchange(url, init, request.isFile);
    if (!response.ok) throw errorOfAnswer(response, text);
    if (response.status === 204) return undefined;
    if (file) return file;
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw errorOfAnswer(response, '', 'the answer is not JSON', cause);
    }
  };
}

/** The most bytes of an answer that is no file: a hundred reports with all their places have less. */
const mostBytes = 200_000_000;

/** The text of a body. Throws before an endless one fills the memory. */
async function textOf(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > mostBytes) {
      reader.cancel().catch(() => {});
      throw errorOfAnswer(response, '', `the answer has more than ${mostBytes / 1e6} MB`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function formData(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
