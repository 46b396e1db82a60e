import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How many pixels wide an element is, before it is painted and whenever that changes; `otherwise` until it is known. */
export function useWidth<Of extends Element>(otherwise: number): [RefObject<Of | null>, number] {
  const place = useRef<Of | null>(null);
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const read = () => setWidth(Math.round(element.getBoundingClientRect().width) || otherwise);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [otherwise]);
  return [place, width];
}
