import { useEffect, useState } from 'react';
import { usePortal } from './PortalContext';
import { useClockReading, useServerNow } from './useServerNow';

/** Returns the server's time in ms, and renders again after each full `step` (ms); null before it is known. Use it in a small component. */
export function useNow(step: number): number | null {
  const portal = usePortal();
  const reading = useClockReading();
  const first = useServerNow();
  const [read, setRead] = useState<{ at: number; reading: number } | null>(null);
  useEffect(() => {
    if (reading === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = portal.now().getTime();
      setRead({ at, reading });
      timer = setTimeout(tick, step - (at % step));
    };
    tick();
    return () => clearTimeout(timer);
  }, [portal, step, reading]);
  return read?.reading === reading ? read.at : (first?.getTime() ?? null);
}
