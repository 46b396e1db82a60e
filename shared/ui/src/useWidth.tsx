import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, measured before it is painted and on each change; `otherwise` until then. */
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
