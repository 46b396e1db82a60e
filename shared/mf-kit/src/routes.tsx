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
import type { PressContext } from './remote';
import { compareSpecificity, firstMatch } from './routePatterns';
import { Route, Routes, useLocation } from './router';
import { ScreenErrorBoundary } from './ScreenErrorBoundary';
import styles from './ScreenSkeleton.module.css';

/** The address of a pressed link: the parameters of the screen's pattern, and the query. */
export interface PressedLink {
  params: Record<string, string>;
  search: URLSearchParams;
}
/** Starts the requests of a screen's first queries by `readEarly`. */
export type StartReads = (link: PressedLink, context: PressContext) => void;

/** The code of a screen. */
export type LoadedScreen<Props = object> = ComponentType<Props> & { startReads?: StartReads };

/** A screen that loads its code at its first rendering, or earlier by `preload`. `startReads` loads it too. */
export type Screen<Props = object> = ComponentType<Props> & {
  preload?: () => Promise<unknown>;
  startReads?: (...press: Parameters<StartReads>) => Promise<unknown>;
};

/** The screens of a remote by path pattern. Every path that module.ts declares occurs exactly once. */
export type RouteMap<Patterns extends string = string> = Record<Patterns, Screen>;

/** All screens of a remote. `preload` loads the screen of a path; `startScreenReads` also starts its first reads. */
export type Screens = ComponentType & {
  preload?: (pathname: string) => Promise<unknown>;
  startScreenReads?: (to: URL, context: PressContext) => Promise<unknown>;
};

/**
 * Makes a lazy screen: `lazyScreen(() => import(…).then((file) => file.SearchScreen))`. React's `lazy` shows a fallback for at least 300
 * ms; this one shows a preloaded screen immediately. It waits while the connection is lost, and React keeps the previous screen. After a
 * failure it can be retried.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<LoadedScreen<Props>>): Screen<Props> {
  let loaded: LoadedScreen<Props> | null = null;
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
    // A mount keeps its first component, because another one would remount the screen.
    const [Chosen] = useState<ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>>(() => loaded ?? lazily());
    return <Chosen {...props} />;
  }
  const preload = async () => loaded ?? (await loadWithRetry(fetched)).default;
  return Object.assign(LazyScreen, {
    preload,
    // After the code, which is usually on the device already.
    startReads: async (...press: Parameters<StartReads>) => (await preload()).startReads?.(...press),
  });
}

/**
 * Provides the portal of the screen at `at`. After the guard has left that path, the screen's `navigate` and `title` do nothing, even while
 * the next screen still loads.
 */
function ScreenPortal({ at, children }: { at: string; children: ReactNode }) {
  const portal = usePortal();
  const shown = useRef<string | null>(at);
  // A layout effect runs before the effects of the screen, which may navigate immediately.
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

/** Creates the component that renders the screen of the current path. It renders nothing for the path of another module. */
export function defineRoutes<Patterns extends string>(sitemap: RouteMap<Patterns>): Screens {
  const entries = Object.entries<Screen>(sitemap)
    .map(([pattern, One]) => ({ pattern, One }))
    .sort((a, b) => compareSpecificity(a.pattern, b.pattern));
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
  return Object.assign(InSuspense, {
    preload: async (pathname: string) => firstMatch(entries, pathname)?.One.preload?.(),
    async startScreenReads({ pathname, searchParams: search }: URL, context: PressContext) {
      const found = firstMatch(entries, pathname);
      await found?.One.startReads?.({ params: found.params, search }, context);
    },
  });
}
