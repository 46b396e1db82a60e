import { isMissingOnServer } from '@portal/mf-kit/loadFailure';
import { onCLS, onINP, onLCP } from 'web-vitals';
import { fingerprint, moduleFromStack } from './errorOrigin';
import { createFailureAttribution } from './failureAttribution';
import type { ModuleEvent, RecordModuleEvent, VersionOnRoute } from './moduleEvents';
import { createReportQueue } from './reportQueue';

/** A screen that is visible for this long has rendered without an error. */
const STOOD_MS = 4_000;
/** By then the guard has used or read the page. */
const RATED_MS = 7_000;

interface Vitals {
  lcp: number | null;
  inp: number | null;
  cls: number | null;
}

/** Reports the web vitals of the page once, after a pause or when it is hidden. */
function collectVitals(tell: (vitals: Vitals) => void) {
  const vitals: Vitals = { lcp: null, inp: null, cls: null };
  let isTold = false;
  const rate = () => {
    if (isTold || Object.values(vitals).every((value) => value === null)) return;
    isTold = true;
    tell(vitals);
  };
  const options = { reportAllChanges: true };
  onLCP(({ value }) => (vitals.lcp = Math.round(value)), options);
  onINP(({ value }) => (vitals.inp = Math.round(value)), options);
  onCLS(({ value }) => (vitals.cls = Math.round(value * 1000) / 1000), options);
  setTimeout(rate, RATED_MS);
  return rate;
}

/** Converts module events to health reports. `shell`: the version of the shell in this page. */
export function startHealthReporter({ token, shell }: { token: string; shell: string }): RecordModuleEvent {
  const beacons = createReportQueue(token);
  /** The first healthy version was loaded with the page. */
  let first: VersionOnRoute | null = null;
  let view: (VersionOnRoute & { timer: ReturnType<typeof setTimeout> }) | null = null;

  function completeView() {
    if (!view) return;
    const { timer, name, version, route } = view;
    clearTimeout(timer);
    view = null;
    beacons.addView({ name, version, route, ended: 'stood' });
  }
  const doubts = createFailureAttribution({
    isRefused: isMissingOnServer,
    onFallen: ({ name, version, route, error }) => beacons.addView({ name, version, route, ended: 'failed', cause: fingerprint(error) }),
  });
  const rate = collectVitals((vitals) => {
    for (const one of [{ name: 'shell', version: shell }, first])
      if (one) beacons.addVitals({ name: one.name, version: one.version, ...vitals });
  });
  beacons.addView({ name: 'shell', version: shell, route: '*', ended: 'stood' });

  function threw(error: unknown) {
    const thrower = navigator.onLine ? moduleFromStack(error) : null;
    if (!thrower) return;
    const route = thrower.name === view?.name ? view.route : '*';
    beacons.addView({ ...thrower, route, ended: 'threw', cause: fingerprint(error) });
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return;
    completeView();
    doubts.close();
    rate();
    beacons.flush();
  });

  return function witness(seen: ModuleEvent) {
    if (seen.what === 'uncaught') return threw(seen.error);
    const { name, version, route } = seen;
    if (seen.what === 'fell') {
      if (view?.name === name && view.version === version && view.route === route) {
        clearTimeout(view.timer);
        view = null;
      }
      return doubts.onFailed(seen);
    }
    completeView();
    doubts.onShown(seen);
    first ??= { name, version, route };
    view = { name, version, route, timer: setTimeout(completeView, STOOD_MS) };
  };
}
