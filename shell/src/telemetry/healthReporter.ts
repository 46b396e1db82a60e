import { isMissingOnServer } from '@portal/mf-kit/loadFailure';
import { onCLS, onINP, onLCP } from 'web-vitals';
import { fingerprint, moduleFromStack } from './errorOrigin';
import { createFailureAttribution } from './failureAttribution';
import type { ModuleEvent, RecordModuleEvent, VersionOnRoute } from './moduleEvents';
import { createReportQueue } from './reportQueue';

/** A screen that is visible for this long has rendered without an error. */
const HEALTHY_MS = 4_000;
/** By then the guard has used or read the page. */
const VITALS_MS = 7_000;

interface Vitals {
  lcp: number | null;
  inp: number | null;
  cls: number | null;
}

/** Reports the web vitals of the page once, after a pause or when it is hidden. */
function collectVitals(report: (vitals: Vitals) => void) {
  const vitals: Vitals = { lcp: null, inp: null, cls: null };
  let isReported = false;
  const reportOnce = () => {
    if (isReported || Object.values(vitals).every((value) => value === null)) return;
    isReported = true;
    report(vitals);
  };
  const options = { reportAllChanges: true };
  onLCP(({ value }) => (vitals.lcp = Math.round(value)), options);
  onINP(({ value }) => (vitals.inp = Math.round(value)), options);
  onCLS(({ value }) => (vitals.cls = Math.round(value * 1000) / 1000), options);
  setTimeout(reportOnce, VITALS_MS);
  return reportOnce;
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
  const attribution = createFailureAttribution({
    isRefused: isMissingOnServer,
    onCounted: ({ name, version, route, error }) => beacons.addView({ name, version, route, ended: 'failed', cause: fingerprint(error) }),
  });
  const reportVitals = collectVitals((vitals) => {
    for (const target of [{ name: 'shell', version: shell }, first])
      if (target) beacons.addVitals({ name: target.name, version: target.version, ...vitals });
  });
  beacons.addView({ name: 'shell', version: shell, route: '*', ended: 'stood' });

  function reportUncaught({ error, filename }: Extract<ModuleEvent, { what: 'uncaught' }>) {
    const module = navigator.onLine ? moduleFromStack(error, filename) : null;
    if (!module) return;
    const route = module.name === view?.name ? view.route : '*';
    beacons.addView({ ...module, route, ended: 'threw', cause: fingerprint(error) });
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return;
    completeView();
    attribution.close();
    reportVitals();
    beacons.flush();
  });

  return function record(event: ModuleEvent) {
    if (event.what === 'uncaught') return reportUncaught(event);
    const { name, version, route } = event;
    if (event.what === 'fell') {
      if (view?.name === name && view.version === version && view.route === route) {
        clearTimeout(view.timer);
        view = null;
      }
      return attribution.onFailed(event);
    }
    completeView();
    attribution.onShown(event);
    first ??= { name, version, route };
    view = { name, version, route, timer: setTimeout(completeView, HEALTHY_MS) };
  };
}
