import { type PointerEvent, type RefObject, useRef } from 'react';

/** Props that tell of a drag in shares of the element's own size, step by step. A press that does not move stays a click. */
export function useDrag(element: RefObject<HTMLElement | null>, moved: (share: { x: number; y: number }) => void) {
  const last = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ target, currentTarget, clientX: x, clientY: y }: PointerEvent) => {
      if (target === currentTarget || !(target as Element).closest('button')) last.current = { x, y };
    },
    onPointerMove: ({ clientX: x, clientY: y, pointerId }: PointerEvent) => {
      const { current } = element;
      if (!last.current || !current) return;
      if (!current.hasPointerCapture(pointerId)) current.setPointerCapture(pointerId);
      const { width, height } = current.getBoundingClientRect();
      moved({ x: (x - last.current.x) / width, y: (y - last.current.y) / height });
      last.current = { x, y };
    },
    onPointerUp: () => {
      last.current = null;
    },
    onPointerCancel: () => {
      last.current = null;
    },
  };
}
