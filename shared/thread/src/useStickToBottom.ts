import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** Within so many pixels of the end its reader is at the end. */
const NEAR_PX = 48;
/** What moves upward by less is the list settling, not its reader. */
const SETTLING_PX = 2;

interface Places {
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<VirtualizerHandle | null>;
}

/**
 * Keeps the reader at the newest row while they are there: as rows come and grow, and as the space for them changes (the keyboard of a
 * phone). Nothing glides: the way may be long, and a glide would fight with rows that are measured on it.
 */
export function useStickToBottom({ scroller, list }: Places, rows: readonly unknown[]) {
  const [isAtBottom, setAtBottom] = useState(true);
  const stays = useRef(true);
  const before = useRef(0);

  const stay = useCallback(() => {
    const { current } = scroller;
    if (current && stays.current) current.scrollTop = current.scrollHeight;
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, another end
  useLayoutEffect(stay, [stay, rows]);

  const toBottom = useCallback(() => {
    stays.current = true;
    setAtBottom(true);
    // A way to the beginning that is still under way ends: it would go on with the next row that is measured.
    list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    stay();
  }, [stay, list, rows.length]);

  const moved = useCallback(() => {
    const { scrollOffset = 0, scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const left = scrollSize - scrollOffset - viewportSize;
    const upward = before.current - scrollOffset;
    before.current = scrollOffset;
    // A reader who goes up a little must not be pulled down by the next row that is measured.
    if (upward > SETTLING_PX && left > SETTLING_PX) stays.current = false;
    else if (left <= NEAR_PX && upward <= 0) stays.current = true;
    setAtBottom(stays.current || left <= NEAR_PX);
  }, [list]);

  return { isAtBottom, toBottom, stay, moved, follows: stays };
}
