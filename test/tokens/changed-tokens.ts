const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The token with one character changed, for each position: to every other letter, or to every eighth,
 * which are others at the next position.
 */
export function* changedTokens(token: string, every: 1 | 8): Generator<string[]> {
  for (let i = 0; i < token.length; i++) {
    yield [...alphabet]
      .filter((other, at) => other !== token[i] && (at + i) % every === 0)
      .map(other => token.slice(0, i) + other + token.slice(i + 1));
  }
}
