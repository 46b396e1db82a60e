import { useEffect, useState } from 'react';

/** A faster reply needs no waiting sign, whose two renders cost a slow phone two frames. */
const SOON_MS = 200;

/** Returns true after `isWaiting` was true for `after` milliseconds. */
export function useDelayed(isWaiting: boolean, after = SOON_MS): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLong(true), after);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isWaiting, after]);
  return isWaiting && isLong;
}
