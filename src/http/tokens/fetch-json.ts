/** The time limit and the size limit of a response. */
const timeoutMs = 3_000;
const maxBytes = 4_000_000;

/** Fetches a JSON object. Does not follow redirects, and stops reading at the size limit. */
export async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}`);
  }
  const value: unknown = JSON.parse(await readText(response, url));
  if (typeof value !== 'object' || value === null)
    throw new Error(`${url}: expected a JSON object`);
  return value;
}

/** Reads a body. `fetch` has decompressed it, so the limit also holds for compressed ones. */
export async function readText(response: Response, url: URL): Promise<string> {
  const tooLarge = new Error(`${url} answered with more than ${maxBytes} bytes`);
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge;
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // Leaving the loop by an error cancels the body, which closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
