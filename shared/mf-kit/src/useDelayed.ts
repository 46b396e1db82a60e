import { useEffect, useState } from 'react';

/** An answer that comes sooner needs no sign that one waits: to show it and take it back costs a slow phone two frames. */
const SOON_MS = 200;

/** Whether something has been waited for long enough to show it. */
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
