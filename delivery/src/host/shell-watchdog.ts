import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';

/**
 * The cookie with the version of a shell that did not start in this browser. While that version is active, this browser gets the last good
 * one.
 */
export const FAILED_SHELL_COOKIE = 'shell';

/** The element of the watchdog, which the shell reads too. `data-shell` is the version of the shell, `data-cookie` is the cookie that refuses it. */
export const WATCH_ID = 'watch';

/** The key of the reason in the tab's session storage, for the next shell. Empty if the guard's connection failed. */
export const FAILURE_REASON_KEY = 'portal.why';

/** The watchdog counts time in these ticks, because a suspended page has none. */
export const TICK_MS = 100;
/** After this many ticks since its first screen the page must contain a screen; before, two screens may be switching. */
const LOOKS = 10;

/**
 * The host's script that watches the start of the shell. It reacts to these events: a shell file fails to load or has another hash; an error
 * occurs before the first screen; no screen appears within the limit; the bar disappears within a second after it; the page is empty then.
 * It reloads the page with the last good shell, which the host serves because of the cookie. Until then it restores the original bar of a
 * page that lost it. If there is no last good shell (no `data-spare`), or that one failed too, it shows a note with instructions.
 *
 * A slow connection is no fault of the shell: the host must answer within a second first, and a file that loads in the end counts for
 * nothing. The failed files are deleted from the cache, because the browser would serve a damaged copy without a request. A cache that does
 * not answer is not waited for. In a page that the browser prerenders no time counts until it is opened.
 */
export const SHELL_WATCHDOG = `{
  let { shell, cookie, spare, limit, asleep } = document.currentScript.dataset,
  ticks = 0, looks = 0, timer, isOver, bar,
  find = it => document.querySelector(it),
  root = document.documentElement,
  isReady = () => root.dataset.shell == 'ready',
  isOurs = it => /modules.shell/.test(it),
  reload = () => location.replace(location.href.split('#')[0]),
  ask = async (url, integrity) => {
    try {
      await Promise.race([caches.open('${FILE_CACHE}').then(it => it.delete(url)), new Promise(it => setTimeout(it, 1000))]);
    } catch {}
    return fetch(url, { cache: 'reload', signal: AbortSignal.timeout(1000), integrity });
  },
  make = (tag, textContent, onclick) => Object.assign(document.createElement(tag), { textContent, onclick }),
  say = () => {
    let note = make('div');
    note.role = 'alert';
    note.append(make('h1', 'The portal did not start'), make('p', 'Try again later. In an emergency call 911.'), make('button', 'Try again', reload));
    (find('main') || root).prepend(note);
  },
  fail = why => {
    if (isOver) return;
    isOver = true;
    try {
      document.cookie = cookie;
      sessionStorage['${FAILURE_REASON_KEY}'] = why;
      if (spare && document.cookie.includes(shell)) return reload();
    } catch {}
    say();
  },
  doubt = (why, isLost) => ask('/registry.json').then(() => fail(why), () => {
    if (!isLost || asleep || isOver) return;
    isOver = true;
    say();
    ononline = reload;
  }),
  begin = () => timer ||= setInterval(() => {
    bar ||= find('header')?.cloneNode(true);
    if (!isReady()) return ++ticks % limit || doubt('late');
    if (find('header *') && (++looks < ${LOOKS} || clearInterval(timer) || find('main :not(noscript)'))) return;
    root.dataset.shell = '';
    find('header *') || bar && root.prepend(bar);
    fail('blank');
  }, ${TICK_MS});
  addEventListener('error', ({ target, filename, message }) => {
    let url = target.src || target.href;
    if (isReady() && document.readyState == 'complete') return;
    isOurs(filename) ? setTimeout(() => isReady() || fail(message), 500)
      : isOurs(url) && (target.defer || target.rel == 'stylesheet')
        && ask(url, target.integrity).then(it => fail(it.ok ? '' : url), () => doubt(url, true));
  }, true);
  asleep || document.prerendering ? document.addEventListener(asleep ? 'wake' : 'prerenderingchange', begin) : begin();
}`
  // Every page contains this script, so spaces around operators are removed.
  .replace(/('[^']*')|\s*([=>{}()[\]:;,?&|+%<]+)\s*/g, (_, text, sign) => text ?? sign)
  .replaceAll(';}', '}');
