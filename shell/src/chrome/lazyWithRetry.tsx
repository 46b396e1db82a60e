import { backoffMs } from '@portal/api-client/backoff';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** Loads a part of the chrome after the page. Unlike React's `lazy`, it retries a failed file, and shows `placeholder` until then. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null;
  return function Late({ placeholder = null, ...props }: Props & { placeholder?: ReactNode }) {
    const [isLoaded, setLoaded] = useState(Loaded !== null);
    useEffect(() => {
      if (isLoaded) return;
      let tries = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isUnmounted = false;
      const request = () => {
        clearTimeout(timer);
        load().then(
          (found) => {
            Loaded = found;
            if (!isUnmounted) setLoaded(true);
          },
          () => {
            if (!isUnmounted) timer = setTimeout(request, backoffMs(tries++, FIRST_WAIT_MS, LONGEST_WAIT_MS));
          },
        );
      };
      request();
      window.addEventListener('online', request);
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
        window.removeEventListener('online', request);
      };
    }, [isLoaded]);
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : placeholder;
  };
}
