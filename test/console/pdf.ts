import { execFileSync } from 'node:child_process';
import { needProgram } from '../programs.ts';

/** A word of a PDF and its place, in points from the left and the top of its page. */
export interface PdfWord {
  readonly word: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
}

export interface ReadPdf {
  readonly text: string;
  readonly pages: number;
  readonly words: readonly PdfWord[];
}

needProgram('pdftotext', 'poppler-utils');

/** Reads the text of a PDF by Poppler, which is installed on Debian where it is missing. */
export function readPdf(pdf: Buffer): ReadPdf {
  const text = pdftotext(pdf, '-layout');
  const boxes = pdftotext(pdf, '-bbox').matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)"[^>]*>([^<]*)</g,
  );
  return {
    text,
    pages: text.split('\f').length - 1,
    words: [...boxes].map(([, x, y, right, word]) => ({
      word: word!,
      x: Number(x),
      right: Number(right),
      y: Number(y),
    })),
  };
}

function pdftotext(pdf: Buffer, how: string): string {
  const options = { input: pdf, encoding: 'utf8', maxBuffer: 64_000_000 } as const;
  return execFileSync('pdftotext', [how, '-', '-'], options);
}
