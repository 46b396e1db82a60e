import { KEPT_FILES } from '@portal/mf-kit/kept';

/** The cookie that names a shell which did not start in this browser: while that is the active one, the last good one is served here. */
export const REFUSED_SHELL = 'shell';

/** The element of the watchdog, which the shell reads as well: `data-shell` is the version that this page runs. */
export const WATCH_ID = 'watch';

/** Where the tab notes why, for the shell that comes then. Empty: the guard's line was at fault. */
export const WHY_NOTE = 'portal.why';

/** The watchdog counts in these: a page that is suspended sees none of them. */
export const TICK_MS = 250;

/**
 * The host's own script that sees the shell start: a file of it that does not come or is not the listed one, an error before its first
 * screen, nothing after so many ticks, a page that is blank a second later. Then the page is loaded anew with the last good shell, which the
 * host gives to whom the cookie names this one. Where there is none (no `data-spare`), or that one failed too, the page says what to do. A
 * line that is down or slow is nobody's fault: the host must answer within a second first, and a file that came after all blames nobody. What
 * failed is kept on this phone no longer: it may be damaged there, and the browser serves it without asking the host; where the phone's
 * storage does not answer that is not waited for.
 */
export const WATCH = `{
  const { shell, spare, limit, asleep } = document.currentScript.dataset;
  const find = (it) => document.querySelector(it);
  const isReady = () => find('[data-shell=ready]');
  const isOurs = (it) => it?.includes('/modules/shell/');
  const reload = () => location.replace(location.href.split('#')[0]);
  const ask = async (url, integrity, method) => {
    try {
      await Promise.race([caches.open('${KEPT_FILES}').then((it) => it.delete(url)), new Promise((go) => setTimeout(go, 1000))]);
    } catch {}
    return fetch(url, { cache: 'reload', signal: AbortSignal.timeout(1000), integrity, method });
  };
  let ticks = 0, timer, isOver;
  const say = () => {
    isOver = true;
    const note = document.createElement('div');
    const add = (tag, textContent) => note.appendChild(Object.assign(document.createElement(tag), { textContent }));
    note.role = 'alert';
    add('h1', 'The portal did not start');
    add('p', 'Try again later. In an emergency call 911.');
    add('button', 'Try again').onclick = reload;
    (find('main') ?? document.documentElement).prepend(note);
  };
  const fail = (why) => {
    if (isOver) return;
    try {
      document.cookie = '${REFUSED_SHELL}=' + shell + ';Path=/;Max-Age=3600';
      sessionStorage['${WHY_NOTE}'] = why;
      if (spare && document.cookie.includes(shell)) return reload();
    } catch {}
    say();
  };
  const doubt = (why, isLost) => ask('/registry.json', '', 'HEAD').then(() => fail(why), () => {
    if (!isLost || asleep || isOver) return;
    say();
    ononline = reload;
  });
  const begin = () => {
    timer ??= setInterval(() => {
      if (isReady()) {
        clearInterval(timer);
        setTimeout(() => find('header *') && find('main :not(noscript)') || fail('blank'), 1000);
      } else ++ticks % limit || doubt('late');
    }, ${TICK_MS});
  };
  addEventListener('error', ({ target, filename, message }) => {
    const url = target.src || target.href;
    if (isReady() && document.readyState === 'complete') return;
    if (isOurs(filename)) setTimeout(() => isReady() || fail(message), 500);
    else if (isOurs(url) && (target.defer || target.rel === 'stylesheet'))
      ask(url, target.integrity).then(({ ok }) => fail(ok ? '' : url), () => doubt(url, true));
  }, true);
  asleep ? addEventListener('wake', begin) : begin();
}`
  // Each page carries it: a space beside a sign says nothing, but within a text.
  .replace(/('[^']*')|\s*([=>{};,?&|]+)\s*/g, (_, text, sign) => text ?? sign)
  .replace(/\n\s*/g, '\n');
