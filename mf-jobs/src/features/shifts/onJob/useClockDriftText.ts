import { useServerNow } from '@portal/mf-kit/useServerNow';
import { useMemo } from 'react';

const MINUTE = 60_000;
const MIN_DRIFT_MS = 5 * MINUTE;

function durationText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE);
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours.toLocaleString('en-CA')} hours`;
}

/** Warns if the device clock differs from the server's by five minutes or more; null otherwise. */
export function useClockDriftText(): string | null {
  const now = useServerNow();
  const ahead = useMemo(() => (now ? Date.now() - now.getTime() : 0), [now]);
  if (Math.abs(ahead) < MIN_DRIFT_MS) return null;
  return `Your phone's clock is about ${durationText(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}. All times here follow our server.`;
}
