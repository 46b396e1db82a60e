import { useEffect, useState } from 'react';
import { usePortal } from './PortalContext';

/** The instant by the server's clock in ms, again after each full `step` (ms). Renders its component alone: keep that small. */
export function useNow(step: number): number {
  const portal = usePortal();
  const [now, setNow] = useState(() => portal.now().getTime());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const read = portal.now().getTime();
      setNow(read);
      timer = setTimeout(tick, step - (read % step));
    };
    tick();
    return () => clearTimeout(timer);
  }, [portal, step]);
  return now;
}
