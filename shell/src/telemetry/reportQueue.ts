import { encodeReport, type HealthReport, MOST_BYTES, REPORT_PATH, type ViewReport, type VitalsReport } from '@portal/mf-kit/healthReport';

/** Views wait for more views. Failures are sent sooner. */
const STOOD_MS = 8_000;
const FAILURE_DELAY_MS = 300;
/** More than a page needs, so that a loop of failures does not fill the memory. */
const MOST_WAITING = 100;

const keyOf = ({ name, version, route, ended }: ViewReport) => [name, version, route, ended].join(' ');
const bytesOf = (report: HealthReport) => new TextEncoder().encode(encodeReport(report)).length;

/** Sends the reports in batches, each failure once. Waits while the page is offline. */
export function createReportQueue(token: string) {
  const sentFailures = new Set<string>();
  let sightings: ViewReport[] = [];
  let ratings: VitalsReport[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;

  function schedule(ms: number) {
    const at = performance.now() + ms;
    if (at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(flush, ms);
  }

  /** Takes from the queue as many reports as one beacon may carry. */
  function next(): HealthReport {
    const report: HealthReport = { token, sightings: [], ratings: [] };
    const fits = (more: Partial<HealthReport>) => bytesOf({ ...report, ...more }) <= MOST_BYTES;
    while (sightings[0] && fits({ sightings: [...report.sightings, sightings[0]] })) report.sightings.push(...sightings.splice(0, 1));
    while (ratings[0] && fits({ ratings: [...report.ratings, ratings[0]] })) report.ratings.push(...ratings.splice(0, 1));
    return report;
  }

  function flush() {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
    if (!navigator.onLine) return;
    while (sightings.length + ratings.length > 0) {
      const report = next();
      const isEmpty = report.sightings.length + report.ratings.length === 0;
      // A name that is too long for a beacon must not block the others.
      if (isEmpty) {
        sightings.shift();
        ratings.shift();
      } else if (!navigator.sendBeacon(REPORT_PATH, encodeReport(report))) {
        sightings = [...report.sightings, ...sightings];
        ratings = [...report.ratings, ...ratings];
        return schedule(STOOD_MS);
      }
    }
  }

  window.addEventListener('online', flush);
  return {
    flush,
    addView(sighting: ViewReport) {
      const isRepeated = sighting.ended !== 'stood' && sentFailures.has(keyOf(sighting));
      if (isRepeated || sightings.length >= MOST_WAITING) return;
      sentFailures.add(keyOf(sighting));
      sightings.push(sighting);
      schedule(sighting.ended === 'stood' ? STOOD_MS : FAILURE_DELAY_MS);
    },
    addVitals(rating: VitalsReport) {
      ratings.push(rating);
      schedule(FAILURE_DELAY_MS);
    },
  };
}
