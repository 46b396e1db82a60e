import type { RouteDeclaration } from '@portal/mf-kit/module';
import { module as site } from '../../../mf-public/module';

export interface PublicPage {
  path: string;
  /** The endpoints' ids of the forms that it declares. */
  forms: string[];
}

const routes: [string, RouteDeclaration][] = Object.entries(site.routes);

/** Every address of the public site, those of its sectors included; not the pages that say that there is none. */
export const publicPages: readonly PublicPage[] = routes.flatMap(([pattern, { pages, notFound, forms = {} }]) => {
  if (notFound || pattern === '*') return [];
  const paths = pattern.includes('/:') ? Object.keys(pages ?? {}) : [pattern];
  return paths.map((path) => ({ path, forms: Object.keys(forms) }));
});
