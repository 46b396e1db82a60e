import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { Route, Routes } from './router';
import { ScreenSkeleton } from './ScreenSkeleton';

/** A remote's sitemap: path pattern -> lazy screen. Every path that its module.ts declares, exactly once. */
export type Sitemap<Patterns extends string = string> = Record<Patterns, LazyExoticComponent<ComponentType> | ComponentType>;

/** The component that shows the screen of the current path. A path that is not in the sitemap shows nothing: it is another module's. */
export function routesOf<Patterns extends string>(sitemap: Sitemap<Patterns>): ComponentType {
  const entries = Object.entries<ComponentType>(sitemap);
  return function Screens() {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <Routes>
          {entries.map(([pattern, Screen]) => (
            <Route key={pattern} path={pattern} element={<Screen />} />
          ))}
          {'*' in sitemap ? null : <Route path="*" element={null} />}
        </Routes>
      </Suspense>
    );
  };
}
