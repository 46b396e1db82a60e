import type { MouseEvent } from 'react';

/**
 * A click handler for a real link: a plain left click calls `then` instead of loading the page,
 * every other click (new tab, middle button, download) stays the browser's.
 */
export const plainClick = (then: () => void) => (event: MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  then();
};
