/** What stands where a row or feature should: one that cannot be read, while those after it can. */
export interface Unreadable {
  readonly number: number;
  readonly problem: string;
}

export function isUnreadable<Item extends object>(item: Item | Unreadable): item is Unreadable {
  return 'problem' in item;
}
