/**
 * What somebody does who turns to a page, also by a screen reader, which only clicks, or a password manager. Scrolling is reading: a finger
 * that scrolls is no `pointerup`, and its moves do not count.
 */
const TOUCHES = ['pointermove', 'pointerup', 'keydown', 'focusin', 'beforeinput', 'input', 'change', 'click'];

/** The `<template>` with the scripts of a page that was rendered; its `data-until` says what they wait for. */
export const REST = 'rest';

/**
 * What the scripts of a rendered page wait for: `paint`, because what is there to be read comes before the work of making it live; or
 * `touch`, where it need not be live to be read (`sleeps` of a route).
 */
export type Until = 'paint' | 'touch';

/**
 * The one script of a page that was rendered, which lets the portal's scripts run. A button that is pressed before they do, or whose form had
 * Enter, is marked, and the shell presses it again. A script of the shell that did not come is asked for again for the next touch, though
 * not within two seconds, or when the line is back. Where a stylesheet is lost the page is not what was rendered: the shell heals it at once.
 * History may lead to an address of a page that ran before this one was loaded anew: nobody else would show it.
 */
export const WAKE = `{
  const rest = document.getElementById('${REST}');
  const served = document.querySelector('[data-prerendered]');
  const touches = ${JSON.stringify(TOUCHES)};
  const here = location.pathname;
  let isAsleep = true;
  let restsUntil = 0;
  const wake = (event) => {
    if (event?.type === 'pointermove' && event.pointerType === 'touch') return;
    isAsleep = false;
    for (const touch of touches) removeEventListener(touch, wake, true);
    const wait = restsUntil - performance.now();
    wait > 0 ? setTimeout(load, wait) : load();
  };
  const load = () => {
    for (const script of rest.content.querySelectorAll('script')) {
      // One that a parser met before it could run is asynchronous from then on, whatever it says.
      script.async = script.hasAttribute('async');
      const spare = script.cloneNode();
      if (!script.async) script.onerror = () => {
        rest.content.append(spare);
        restsUntil = performance.now() + 2000;
        listen();
        addEventListener('online', load, { once: true });
      };
    }
    document.head.append(rest.content);
    dispatchEvent(new Event('wake'));
  };
  const listen = () => {
    for (const touch of touches) addEventListener(touch, wake, { capture: true, passive: true });
  };
  const isLost = ({ sheet }) => {
    try { return !sheet?.cssRules.length; } catch { return true; }
  };
  listen();
  addEventListener('load', () => {
    if ([...document.querySelectorAll('link[rel="stylesheet"]')].some(isLost)) wake();
  });
  addEventListener('popstate', () => {
    if (isAsleep && location.pathname !== here) location.reload();
  });
  served.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button?.type === 'button' && served.dataset.prerendered) button.dataset.pressed = '';
  });
  served.addEventListener('keydown', ({ key, isComposing, target }) => {
    if (key !== 'Enter' || isComposing || !target.matches('input')) return;
    // The browser sends nothing by a button that waits for its code.
    const button = target.form?.querySelector('button[type="submit"]:disabled:not([aria-disabled])');
    if (button) button.dataset.pressed = '';
  });
  served.addEventListener('input', ({ target }) => {
    // Who types on has more to say before it is sent.
    delete target.form?.querySelector('button[type="submit"][data-pressed]')?.dataset.pressed;
  });
  if (rest.dataset.until === 'paint') {
    // A page that nobody sees is not painted.
    if (document.hidden) wake();
    else requestAnimationFrame(() => setTimeout(wake));
    document.addEventListener('visibilitychange', wake, { once: true });
  }
}`;
