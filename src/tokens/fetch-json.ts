/** The time limit and the size limit of a response. */
const timeoutMs = 3_000;
const maxBytes = 4_000_000;

/** Fetches a JSON object. Does not follow redirects. */
export async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const text = await response.text();
  if (text.length > maxBytes) throw new Error(`${url} answered with more than ${maxBytes} bytes`);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null)
    throw new Error(`${url}: expected a JSON object`);
  return value;
}
