import { type RefObject, useEffect, useRef } from 'react';

/** Brings the list's beginning into view when another page of it is asked for; coming back to the list leaves the place alone. */
export function useTopOfPage<List extends HTMLElement>(page: number): RefObject<List | null> {
  const list = useRef<List>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    list.current?.scrollIntoView();
  }, [page]);
  return list;
}
