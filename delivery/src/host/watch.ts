import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';

/** The cookie that names a shell which did not start in this browser: while that is the active one, the last good one is served here. */
export const REFUSED_SHELL = 'shell';

/** The element of the watchdog, which the shell reads too. `data-shell` is the version of the shell, `data-cookie` is the cookie that refuses it. */
export const WATCH_ID = 'watch';

/** Where the tab notes why, for the shell that comes then. Empty: the guard's line was at fault. */
export const WHY_NOTE = 'portal.why';

/** The watchdog counts in these: a page that is suspended sees none of them. */
export const TICK_MS = 100;
/** So many ticks after its first screen the page must hold a screen: before, it may be between two. */
const LOOKS = 10;

/**
 * The host's own script that sees the shell start: a file of it that does not come or is not the listed one, an error before its first
 * screen, nothing after so many ticks, a page that loses its bar within a second after it, or that is empty then. Then the page is loaded
 * anew with the last good shell, which the host gives to whom the cookie names this one. Until that one comes, a page without its bar shows
 * the one that it came with, and stands as it began. Where there is none (no `data-spare`), or that one failed too, the page says what to do.
 * A line that is down or slow is nobody's fault: the host must answer within a second first, and a file that came after all blames nobody.
 * What failed is kept on this phone no longer: it may be damaged there, and the browser serves it without asking the host; where the phone's
 * storage does not answer that is not waited for.
 */
export const WATCH = `{
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
      sessionStorage['${WHY_NOTE}'] = why;
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
  asleep ? addEventListener('wake', begin) : begin();
}`
  // Each page carries it, so it is one declaration, without the spaces beside signs: those say nothing but within a text.
  .replace(/('[^']*')|\s*([=>{}()[\]:;,?&|+%<]+)\s*/g, (_, text, sign) => text ?? sign)
  .replaceAll(';}', '}');
