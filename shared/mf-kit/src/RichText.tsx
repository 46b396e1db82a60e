import { Skeleton } from '@portal/ui/Skeleton';
import { useIsHydrated } from '@portal/ui/useIsHydrated';
import { Suspense, useDeferredValue, useState } from 'react';
import type { PurifiedTextProps } from './PurifiedText';
import { lazyScreen } from './routes';

const Purified = lazyScreen(() => import(/* webpackChunkName: "rich-text" */ './PurifiedText').then((file) => file.PurifiedText));

/**
 * Shows HTML of the server. Prerendered HTML is hydrated unchanged, because the server sanitised it. All other HTML passes through
 * DOMPurify, which loads at the first use; `RichText.preload()` loads it earlier.
 */
export function RichText({ html, className }: PurifiedTextProps) {
  const isHydrated = useIsHydrated();
  const [served] = useState(isHydrated ? null : html);
  // The served text stays until the newer one can be shown.
  const shown = useDeferredValue(html);
  return (
    <Suspense fallback={<Skeleton shape="text" count={8} label="Loading the text" />}>
      {served !== null && served === shown ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it, and only the host's renderer sets it
        <div className={className} data-testid="rich-text" dangerouslySetInnerHTML={{ __html: served }} />
      ) : (
        <Purified html={shown} className={className} />
      )}
    </Suspense>
  );
}
/** Loads the code for a text that is still being requested. The rendering reports a failure. */
RichText.preload = (): void => void Purified.preload?.().catch(() => undefined);
