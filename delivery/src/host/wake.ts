/** What somebody does who turns to a page. Scrolling alone is reading. */
const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'beforeinput'];

/** The `<template>` with the scripts of a page that sleeps. */
export const REST = 'rest';

/**
 * The one script of a page that sleeps: it is read as it was rendered, its links and forms are the browser's, and the portal's scripts run
 * once it is first touched. A button that is pressed before they do is marked, and the shell presses it again. Where a stylesheet is lost
 * the page is not what was rendered: the shell heals it at once.
 */
export const WAKE = `
{
  const rest = document.getElementById('${REST}').content;
  const served = document.querySelector('[data-sleeps]');
  const touches = ${JSON.stringify(TOUCHES)};
  const wake = () => {
    for (const touch of touches) removeEventListener(touch, wake, true);
    document.head.append(rest);
  };
  for (const touch of touches) addEventListener(touch, wake, { capture: true, passive: true });
  addEventListener('load', () => {
    if ([...document.querySelectorAll('link[rel="stylesheet"]')].some(({ sheet }) => !sheet)) wake();
  });
  served.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button?.type === 'button' && 'sleeps' in served.dataset) button.dataset.pressed = '';
  });
}
`;
