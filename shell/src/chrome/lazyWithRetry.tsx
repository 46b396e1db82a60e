import { backoffMs } from '@portal/api-client/backoff';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** Loads a part of the chrome after the page. Unlike React's `lazy`, it retries a failed file, and shows `placeholder` until then. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null;
  return function Late({ placeholder = null, ...props }: Props & { placeholder?: ReactNode }) {
    const [isThere, setThere] = useState(Loaded !== null);
    useEffect(() => {
      if (isThere) return;
      let tries = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isGone = false;
      const ask = () => {
        clearTimeout(timer);
        load().then(
          (found) => {
            Loaded = found;
            if (!isGone) setThere(true);
          },
          () => {
            if (!isGone) timer = setTimeout(ask, backoffMs(tries++, FIRST_WAIT_MS, LONGEST_WAIT_MS));
          },
        );
      };
      ask();
      window.addEventListener('online', ask);
      return () => {
        isGone = true;
        clearTimeout(timer);
        window.removeEventListener('online', ask);
      };
    }, [isThere]);
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : placeholder;
  };
}
