import type { RouteDeclaration } from '@portal/mf-kit/module';
import { module as site } from '../../../mf-public/module';

export interface PublicPage {
  path: string;
  /** Ids of the endpoints of its forms. */
  forms: string[];
}

const routes: [string, RouteDeclaration][] = Object.entries(site.routes);

/** Every page of the public site, including the pages of its sectors, without not-found pages. */
export const publicPages: readonly PublicPage[] = routes.flatMap(([pattern, { pages, notFound, forms = {} }]) => {
  if (notFound || pattern === '*') return [];
  const paths = pattern.includes('/:') ? Object.keys(pages ?? {}) : [pattern];
  return paths.map((path) => ({ path, forms: Object.keys(forms) }));
});
