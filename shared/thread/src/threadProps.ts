import type { ReactNode } from 'react';

/** A long list read upward: the newest stands at the bottom, older ones come as the reader nears the top. It knows nothing of what it shows. */
export interface ThreadProps<Item> {
  /** Oldest first, each once. */
  items: readonly Item[];
  /** Stays the same while the item is the same to its reader. */
  keyOf(item: Item): string;
  /** The day it belongs to, as it is shown: a line with it stands between two days. */
  dayOf(item: Item): string;
  children(item: Item, before: Item | undefined): ReactNode;
  /** Its name for who cannot see it: "Messages of Lobby guard". */
  label: string;
  /** "message", "messages". */
  counted: readonly [one: string, many: string];
  /** What a screen reader says of one that came. */
  spoken(item: Item): string;
  /** The reader's own: the thread goes to it, and does not count it as new. */
  isOwn(item: Item): boolean;
  /** Reads a text out politely. */
  announce(text: string): void;
  hasOlder: boolean;
  older: 'ready' | 'loading' | 'failed';
  /** Older ones are wanted; may be asked again while they come. */
  onOlder(): void;
  /** The newest item stands on the screen of a page that is being looked at. Told again for other items. */
  onSeen?(newest: Item): void;
}

/** "1 message", "3 messages". */
export const countOf = (count: number, [one, many]: ThreadProps<unknown>['counted'], which = ''): string =>
  `${count} ${which}${count === 1 ? one : many}`;
