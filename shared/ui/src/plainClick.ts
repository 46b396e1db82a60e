import type { MouseEvent } from 'react';

/**
 * A click handler for a link. A plain left click calls `then` instead of loading the page. The browser handles every other click (new tab,
 * middle button, download).
 */
export const onPlainClick = (then: () => void) => (event: MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  then();
};
