import { type ComponentType, lazy, Suspense, useState } from 'react';
import { matchPath, Route, Routes } from './router';
import { ScreenSkeleton } from './ScreenSkeleton';

/** A screen that is fetched when it is wanted, or before. */
export type Screen = ComponentType & { preload?: () => Promise<unknown> };

/** A remote's sitemap: path pattern -> screen. Every path that its module.ts declares, exactly once. */
export type Sitemap<Patterns extends string = string> = Record<Patterns, Screen>;

/** All screens of a remote; `preload` fetches the one of a path. */
export type Screens = ComponentType & { preload?: (pathname: string) => Promise<unknown> };

/**
 * A lazy screen: `screen(() => import(…).then((file) => file.SearchScreen))`. Unlike React's lazy alone it can be fetched before it
 * is rendered, and then shows at once: React holds back what has shown a fallback for 300 ms.
 */
export function screen(load: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | null = null;
  const fetched = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy = lazy(fetched);
  function LazyScreen() {
    // What a mount began with stays, or React would start it anew.
    const [Chosen] = useState(() => loaded ?? Lazy);
    return <Chosen />;
  }
  return Object.assign(LazyScreen, { preload: fetched });
}

/** The component that shows the screen of the current path. A path that is not in the sitemap shows nothing: it is another module's. */
export function routesOf<Patterns extends string>(sitemap: Sitemap<Patterns>): Screens {
  const entries = Object.entries<Screen>(sitemap);
  function AllScreens() {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <Routes>
          {entries.map(([pattern, One]) => (
            <Route key={pattern} path={pattern} element={<One />} />
          ))}
          {'*' in sitemap ? null : <Route path="*" element={null} />}
        </Routes>
      </Suspense>
    );
  }
  const preload = async (pathname: string) => {
    const found = entries.find(([pattern]) => matchPath(pattern, pathname));
    await found?.[1].preload?.();
  };
  return Object.assign(AllScreens, { preload });
}
