/** What somebody does who turns to a page, also by a screen reader, which only clicks, or a password manager. Scrolling alone is reading. */
const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'beforeinput', 'input', 'click'];

/** The `<template>` with the scripts of a page that was rendered; its `data-until` says what they wait for. */
export const REST = 'rest';

/**
 * What the scripts of a rendered page wait for: `paint`, because what is there to be read comes before the work of making it live; or
 * `touch`, where it need not be live to be read (`sleeps` of a route).
 */
export type Until = 'paint' | 'touch';

/**
 * The one script of a page that was rendered, which lets the portal's scripts run. A button that is pressed before they do is marked, and
 * the shell presses it again. Where a stylesheet is lost the page is not what was rendered: the shell heals it at once.
 */
export const WAKE = `{
  const rest = document.getElementById('${REST}');
  const served = document.querySelector('[data-prerendered]');
  const touches = ${JSON.stringify(TOUCHES)};
  const wake = () => {
    for (const touch of touches) removeEventListener(touch, wake, true);
    // A script that a parser met before it could run is asynchronous from then on, whatever it says.
    for (const script of rest.content.querySelectorAll('script:not([async])')) script.async = false;
    document.head.append(rest.content);
  };
  for (const touch of touches) addEventListener(touch, wake, { capture: true, passive: true });
  addEventListener('load', () => {
    if ([...document.querySelectorAll('link[rel="stylesheet"]')].some(({ sheet }) => !sheet?.cssRules.length)) wake();
  });
  served.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button?.type === 'button' && served.dataset.prerendered) button.dataset.pressed = '';
  });
  if (rest.dataset.until === 'paint') {
    // A page that nobody sees is not painted.
    if (document.hidden) wake();
    else requestAnimationFrame(() => setTimeout(wake));
    document.addEventListener('visibilitychange', wake, { once: true });
  }
}`;
