import type { ReactNode } from 'react';

/** A long list that is read upwards: the newest item is at the bottom, and older ones load as the reader nears the top. */
export interface ThreadProps<Item> {
  /** Oldest first, without duplicates. */
  items: readonly Item[];
  /** Stable while the item is the same for its reader. */
  keyOf(item: Item): string;
  /** The displayed day of the item. A line with it separates two days. */
  dayOf(item: Item): string;
  children(item: Item, before: Item | undefined): ReactNode;
  /** Accessible name: "Messages of Lobby guard". */
  label: string;
  /** Singular and plural: "message", "messages". */
  counted: readonly [one: string, many: string];
  /** The announcement of a new item for a screen reader. */
  spoken(item: Item): string;
  /** The thread scrolls to the reader's own items, and does not count them as new. */
  isOwn(item: Item): boolean;
  /** Announces a text politely. */
  announce(text: string): void;
  hasOlder: boolean;
  older: 'ready' | 'loading' | 'failed';
  /** Requests older items. It may be called again while they load. */
  onOlder(): void;
  /** Called when the newest item is visible on a visible page, and again for other items. */
  onSeen?(newest: Item): void;
}

/** "1 message", "3 messages". */
export const countOf = (count: number, [one, many]: ThreadProps<unknown>['counted'], which = ''): string =>
  `${count} ${which}${count === 1 ? one : many}`;
