import { type Html, type HtmlPart, html } from './html.ts';

/** A block of text to read or to copy, under a title. */
export function sampleFigure(title: string, content: HtmlPart, kind = 'json'): Html {
  return html`
<figure class="sample ${kind}"><figcaption>${title}</figcaption>
<pre><code>${content}</code></pre></figure>`;
}

const jsonToken = /"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** A value as indented JSON, its tokens marked for colouring. */
export function jsonMarkup(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: HtmlPart[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(jsonToken)) {
    const kind = tokenKind(token, text[index + token.length]);
    parts.push(text.slice(end, index), html`<span class="${kind}">${token}</span>`);
    end = index + token.length;
  }
  return html`${parts}${text.slice(end)}`;
}

function tokenKind(token: string, next: string | undefined): string {
  if (!token.startsWith('"')) return 'literal';
  return next === ':' ? 'key' : 'text';
}
