import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** A reader within this distance from the end counts as being at the end. */
const NEAR_PX = 48;
/** A smaller upward movement comes from the list, not from the reader. */
const SETTLING_PX = 2;

interface Places {
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<VirtualizerHandle | null>;
}

/**
 * Keeps a reader at the newest row while rows are added or grow, and while the height changes (a phone's keyboard). Scrolling is instant,
 * because rows that are measured on the way would disturb an animation.
 */
export function useStickToBottom({ scroller, list }: Places, rows: readonly unknown[]) {
  const [isAtBottom, setAtBottom] = useState(true);
  const stays = useRef(true);
  const before = useRef(0);

  const stay = useCallback(() => {
    const { current } = scroller;
    if (current && stays.current) current.scrollTop = current.scrollHeight;
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows change the end
  useLayoutEffect(stay, [stay, rows]);

  const toBottom = useCallback(() => {
    stays.current = true;
    setAtBottom(true);
    // Stops scrolling to the beginning, which would otherwise continue with the next measured row.
    list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    stay();
  }, [stay, list, rows.length]);

  const moved = useCallback(() => {
    const { scrollOffset = 0, scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const left = scrollSize - scrollOffset - viewportSize;
    const upward = before.current - scrollOffset;
    before.current = scrollOffset;
    // A reader who scrolls up a little must stay there when the next row is measured.
    if (upward > SETTLING_PX && left > SETTLING_PX) stays.current = false;
    else if (left <= NEAR_PX && upward <= 0) stays.current = true;
    setAtBottom(stays.current || left <= NEAR_PX);
  }, [list]);

  return { isAtBottom, toBottom, stay, moved, follows: stays };
}
