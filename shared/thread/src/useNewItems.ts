import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { countOf, type ThreadProps } from './threadProps';

/** Items that arrive within this time are announced in one sentence. */
const MERGE_MS = 1000;

type Arriving<Item> = Pick<ThreadProps<Item>, 'items' | 'keyOf' | 'isOwn' | 'counted' | 'spoken' | 'announce' | 'onSeen'>;

/** One item is announced in full, several by their number and the last one. */
export function sentenceOf<Item>(arrived: readonly Item[], counted: ThreadProps<Item>['counted'], spoken: (item: Item) => string): string {
  const last = arrived.at(-1);
  if (last === undefined) return '';
  return arrived.length === 1 ? spoken(last) : `${countOf(arrived.length, counted, 'new ')}. ${spoken(last)}`;
}

/** Announces new items, merged, because a busy room would announce without pause. */
function useMergedAnnouncements<Item>({ counted, spoken, announce }: Pick<Arriving<Item>, 'counted' | 'spoken' | 'announce'>) {
  const waiting = useRef<Item[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (arrived: readonly Item[]) => {
    if (arrived.length === 0) return;
    waiting.current.push(...arrived);
    // A running timer is not restarted, because constant messages would prevent every announcement.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      announce(sentenceOf(waiting.current.splice(0), counted, spoken));
    }, MERGE_MS);
  };
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const useIsPageVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** Returns the items of `items` that are new below the first item of `before`. Items above it are older ones that were loaded. */
function arrivedIn<Item>(
  items: readonly Item[],
  [first]: readonly Item[],
  known: ReadonlySet<string>,
  keyOf: (item: Item) => string,
): Item[] {
  const from = first === undefined ? 0 : items.findIndex((item) => keyOf(item) === keyOf(first));
  return from < 0 ? [] : items.slice(from).filter((item) => !known.has(keyOf(item)));
}

/** Announces new items and reports the newest as seen. Counts new items while the reader is further up. */
export function useNewItems<Item>(props: Arriving<Item>, isAtBottom: boolean, toBottom: () => void): number {
  const { items, keyOf, isOwn, onSeen } = props;
  const [unseen, setUnseen] = useState(0);
  const known = useRef<{ items: readonly Item[] | null; keys: Set<string> }>({ items: null, keys: new Set() });
  const say = useMergedAnnouncements(props);
  const isVisible = useIsPageVisible();
  if (isAtBottom && unseen > 0) setUnseen(0);

  useLayoutEffect(() => {
    const { items: before, keys } = known.current;
    if (before === items) return;
    const arrived = before === null ? [] : arrivedIn(items, before, keys, keyOf);
    for (const item of items) keys.add(keyOf(item));
    known.current.items = items;
    if (arrived.length === 0) return;
    const others = arrived.filter((item) => !isOwn(item));
    say(others);
    if (others.length < arrived.length) toBottom();
    else if (!isAtBottom) setUnseen((count) => count + others.length);
  });

  const newest = items.at(-1);
  const told = useRef<readonly Item[] | null>(null);
  useEffect(() => {
    // Compares the whole list, because unsent items of the reader stay below new ones.
    if (newest === undefined || !isAtBottom || !isVisible || told.current === items) return;
    told.current = items;
    onSeen?.(newest);
  });
  return unseen;
}
