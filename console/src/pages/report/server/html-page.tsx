import { renderToString } from 'preact-render-to-string';
import type { Language } from '#tools/notation/languages.ts';
import base from '../../../tools/design/base.css?inline';
import parts from '../../../tools/design/parts.css?inline';
import tokens from '../../../tools/design/tokens.css?inline';
import typeface from '../../../tools/design/typeface.css?inline';

/** Nothing may be loaded or run, whatever a text of the data has in it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

interface HtmlPage {
  readonly title: string;
  readonly language: Language;
  /** Styles of our own, after those of all pages: they are not escaped. */
  readonly style: string;
  /** The element `body`, as it was rendered. */
  readonly body: string;
}

/** One HTML file that needs no network. */
export function htmlPage({ title, language, style, body }: HtmlPage): string {
  const head = renderToString(
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{title}</title>
    </head>,
  );
  const styles = `<style>${[typeface, tokens, base, parts, style].join('\n')}</style>`;
  const withStyle = head.replace('</head>', () => `${styles}</head>`);
  return `<!doctype html>\n<html lang="${language}" data-look="light">${withStyle}${body}</html>\n`;
}
