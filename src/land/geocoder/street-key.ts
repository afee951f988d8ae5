import { fold } from './text/fold.ts';

/**
 * The key under which the houses of a street are kept: its name as the source writes it, folded,
 * and its municipality. A street that goes by several names has several keys.
 */
export function streetKey(name: string, municipality: string): string {
  const words = (text: string) =>
    fold(text)
      .match(/[a-zα-ω0-9]+/g)
      ?.join(' ') ?? '';
  return `${words(municipality)}/${words(name)}`;
}
