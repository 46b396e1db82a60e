/**
 * Events of a guard who starts to use a page, including those of screen readers, which only click, and password managers. Scrolling is not
 * one: it sends no `pointerup`, and moves of a finger are ignored.
 */
const TOUCHES = ['pointermove', 'pointerup', 'keydown', 'focusin', 'beforeinput', 'input', 'change', 'click'];

/** The `<template>` with the scripts of a rendered page; its `data-until` names the event that starts them. */
export const DEFERRED_SCRIPTS_ID = 'rest';

/**
 * The event that starts the scripts of a rendered page: `paint`, so that the text appears first; or `touch`, if the page is readable
 * without scripts (`sleeps` of a route).
 */
export type LoadTrigger = 'paint' | 'touch';

/**
 * The only script that runs at once in a rendered page. It starts the portal's scripts later.
 * - It marks a button that was pressed before, or whose form received Enter. The shell presses it again.
 * - A shell script that failed is requested again when the connection is back, or at the next touch after two seconds.
 * - Nothing starts in a page that the browser prerenders before a visitor opens it.
 * - If a stylesheet failed, the scripts start immediately, because the shell repairs the page.
 * - `popstate` may lead to an address of an earlier load. Only a reload can show that.
 */
export const DEFERRED_SCRIPTS_LOADER = `{
  const rest = document.getElementById('${DEFERRED_SCRIPTS_ID}');
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
      // A script that a parser inserted before it could run stays asynchronous despite its attributes.
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
    document.dispatchEvent(new Event('wake'));
  };
  const listen = () => {
    for (const touch of touches) addEventListener(touch, wake, { capture: true, passive: true });
  };
  const isLost = ({ sheet }) => {
    try { return !sheet?.cssRules.length; } catch { return true; }
  };
  listen();
  const whenOpened = (run) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', run, { once: true });
    else run();
  };
  addEventListener('load', () => whenOpened(() => {
    if ([...document.querySelectorAll('link[rel="stylesheet"]')].some(isLost)) wake();
  }));
  addEventListener('popstate', () => {
    if (isAsleep && location.pathname !== here) location.reload();
  });
  served.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button?.type === 'button' && served.dataset.prerendered) button.dataset.pressed = '';
  });
  served.addEventListener('keydown', ({ key, isComposing, target }) => {
    if (key !== 'Enter' || isComposing || !target.matches('input')) return;
    // The browser does not submit by a disabled button.
    const button = target.form?.querySelector('button[type="submit"]:disabled:not([aria-disabled])');
    if (button) button.dataset.pressed = '';
  });
  served.addEventListener('input', ({ target }) => {
    // Further input cancels the marked submit.
    delete target.form?.querySelector('button[type="submit"][data-pressed]')?.dataset.pressed;
  });
  if (rest.dataset.until === 'paint') {
    whenOpened(() => {
      // A hidden page is not painted.
      if (document.hidden) wake();
      else requestAnimationFrame(() => setTimeout(wake));
      document.addEventListener('visibilitychange', wake, { once: true });
    });
  }
}`;
