import { Skeleton } from '@portal/ui/Skeleton';
import { useIsHydrated } from '@portal/ui/useIsHydrated';
import { Suspense, useDeferredValue, useState } from 'react';
import type { PurifiedTextProps } from './PurifiedText';
import { lazyScreen } from './routes';

const Purified = lazyScreen(() => import(/* webpackChunkName: "rich-text" */ './PurifiedText').then((file) => file.PurifiedText));

/**
 * Shows HTML of the server. In what the host rendered it stands as the server sanitised it, and hydrating leaves it alone; whatever
 * this page sets itself goes through DOMPurify first, which is fetched then (`RichText.preload()`: before the text is there).
 */
export function RichText({ html, className }: PurifiedTextProps) {
  const isHydrated = useIsHydrated();
  const [served] = useState(isHydrated ? null : html);
  // A newer text takes the served one's place when it can be shown.
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
/** Fetches what is needed to show a text that is still awaited. A failure is told when it is shown. */
RichText.preload = (): void => void Purified.preload?.().catch(() => undefined);
