/** A piece of finished HTML; only `html` makes one, so that no text gets in unescaped. */
export interface Html {
  readonly html: string;
}

/** What may stand in a template: text is escaped, finished HTML is not, nothing is nothing. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | undefined;

/** A template of HTML in which every value is escaped, also for use in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const rest = parts.map((part, i) => render(part) + texts[i + 1]!);
  return { html: texts[0]! + rest.join('') };
}

function render(part: HtmlPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character]!);
}

/** A line of text in which `…` between backticks is code; no other markup is known. */
export function inlineText(text: string): Html {
  const pieces = text.split(/`([^`]+)`/);
  return html`${pieces.map((piece, i) => (i % 2 ? html`<code>${piece}</code>` : piece))}`;
}

/** Paragraphs of inline text, parted by blank lines. */
export function paragraphs(text: string | undefined): Html[] {
  if (!text) return [];
  return text.split(/\n{2,}/).map(paragraph => html`<p>${inlineText(paragraph)}</p>`);
}

/** A name, a path or the like that may be broken over lines after its joints. */
export function breakable(text: string, joint = /(?<=\w[/_.])/): Html {
  const [first = '', ...others] = text.split(joint);
  return html`${first}${others.map(piece => html`<wbr>${piece}`)}`;
}
