import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { loadWhenOnline, loadWithRetry } from './loadFailure';
import { PortalContext, usePortal } from './PortalContext';
import { pendingScreens } from './pendingScreens';
import type { Portal } from './portal';
import { bySpecificity, firstMatch } from './routePatterns';
import { Route, Routes, useLocation } from './router';
import { ScreenErrorBoundary } from './ScreenErrorBoundary';
import styles from './ScreenSkeleton.module.css';

/** A screen that is fetched when it is wanted, or before. */
export type Screen<Props = object> = ComponentType<Props> & { preload?: () => Promise<unknown> };

/** A remote's sitemap: path pattern -> screen. Every path that its module.ts declares, exactly once. */
export type RouteMap<Patterns extends string = string> = Record<Patterns, Screen>;

/** All screens of a remote; `preload` fetches the one of a path. */
export type Screens = ComponentType & { preload?: (pathname: string) => Promise<unknown> };

/**
 * A lazy screen: `lazyScreen(() => import(…).then((file) => file.SearchScreen))`. Unlike React's lazy alone it can be fetched before it
 * is rendered, and then shows at once: React holds back what has shown a fallback for 300 ms. It waits out a lost connection, while
 * React keeps the screen before it on the page; and it can be tried again after a failure.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>): Screen<Props> {
  let loaded: ComponentType<Props> | null = null;
  let coming: LazyExoticComponent<ComponentType<Props>> | null = null;
  const fetched = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const lazily = () => {
    coming ??= lazy(() =>
      loadWhenOnline(fetched, pendingScreens.change).catch((error: Error) => {
        coming = null;
        throw error;
      }),
    );
    return coming;
  };
  function LazyScreen(props: Props) {
    // What a mount began with stays, or React would start it anew.
    const [Chosen] = useState<ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>>(() => loaded ?? lazily());
    return <Chosen {...props} />;
  }
  return Object.assign(LazyScreen, { preload: async () => loaded ?? loadWithRetry(fetched) });
}

/**
 * Gives the screen at `at` its portal. A guard who is leaving it (by hand, or because live news of what was saved came before the screen went
 * on) is going where they want to be: what it still asks for then leads nowhere else and names nothing, also while the next one's code comes.
 */
function ScreenPortal({ at, children }: { at: string; children: ReactNode }) {
  const portal = usePortal();
  const shown = useRef<string | null>(at);
  // Before the effects of the screen itself, which may lead on at once.
  useLayoutEffect(() => {
    shown.current = at;
    return () => {
      shown.current = null;
    };
  }, [at]);
  const own = useMemo<Portal>(() => {
    const isShown = (pathname = window.location.pathname) => pathname === shown.current;
    return {
      ...portal,
      navigate(to, options) {
        const isWithin = isShown(new URL(to, window.location.href).pathname);
        if (isWithin || isShown()) portal.navigate(to, options);
      },
      title(text) {
        if (isShown()) portal.title(text);
      },
    };
  }, [portal]);
  return <PortalContext value={own}>{children}</PortalContext>;
}

/** The fallback of a screen that still loads; invisible for 200 ms. */
function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <div className={styles.title} />
      <div className={styles.card} />
      <div className={styles.card} />
      <div className={styles.card} />
    </div>
  );
}

/** The component that shows the screen of the current path. A path that is not in the sitemap shows nothing: it is another module's. */
export function defineRoutes<Patterns extends string>(sitemap: RouteMap<Patterns>): Screens {
  const entries = Object.entries<Screen>(sitemap)
    .map(([pattern, One]) => ({ pattern, One }))
    .sort((a, b) => bySpecificity(a.pattern, b.pattern));
  function AllScreens() {
    const { pathname } = useLocation();
    const found = firstMatch(entries, pathname);
    if (!found) return null;
    const { pattern, One } = found;
    return (
      <Routes>
        <Route
          caseSensitive
          path={pattern}
          element={
            <ScreenErrorBoundary key={pattern} pattern={pattern} at={pathname}>
              <ScreenPortal at={pathname}>
                <One />
              </ScreenPortal>
            </ScreenErrorBoundary>
          }
        />
      </Routes>
    );
  }
  const InSuspense = () => (
    <Suspense fallback={<ScreenSkeleton />}>
      <AllScreens />
    </Suspense>
  );
  return Object.assign(InSuspense, { preload: async (pathname: string) => firstMatch(entries, pathname)?.One.preload?.() });
}
