/** Returned in place of a row or feature that cannot be read, while later ones can. */
export interface Unreadable {
  readonly number: number;
  readonly problem: string;
}

export function isUnreadable<Item extends object>(item: Item | Unreadable): item is Unreadable {
  return 'problem' in item;
}
