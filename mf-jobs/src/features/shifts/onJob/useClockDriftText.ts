import { useServerNow } from '@portal/mf-kit/useServerNow';
import { useMemo } from 'react';

const MINUTE = 60_000;
const TOLD_FROM = 5 * MINUTE;

function apart(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE);
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours.toLocaleString('en-CA')} hours`;
}

/** Says so when the phone's own clock is wrong; the server's time counts in any case. */
export function useClockOff(): string | null {
  const now = useServerNow();
  const ahead = useMemo(() => (now ? Date.now() - now.getTime() : 0), [now]);
  if (Math.abs(ahead) < TOLD_FROM) return null;
  return `Your phone's clock is about ${apart(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}. All times here follow our server.`;
}
