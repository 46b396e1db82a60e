import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { routesOf, type Sitemap, screen } from '@portal/mf-kit/routes';
import type { module } from '../module';
import { NotBuilt } from './features/pages/NotBuilt';

const NotFound = screen(() =>
  import(/* webpackChunkName: "not-found" */ './features/pages/not-found/NotFoundScreen').then((file) => file.NotFoundScreen),
);

/** Path to screen. The chunk names are module.ts's: the HTML of a path preloads its screen by them. */
export const sitemap: Sitemap<keyof typeof module.routes> = {
  [pagesPaths.home.pattern]: screen(() =>
    import(/* webpackChunkName: "home" */ './features/pages/home/HomeScreen').then((file) => file.HomeScreen),
  ),
  [pagesPaths.howItWorks.pattern]: NotBuilt,
  [pagesPaths.faq.pattern]: NotBuilt,
  [pagesPaths.about.pattern]: NotBuilt,
  [pagesPaths.services.pattern]: NotBuilt,
  [pagesPaths.privacy.pattern]: NotBuilt,
  [pagesPaths.terms.pattern]: NotBuilt,
  [pagesPaths.sector.pattern]: NotBuilt,
  [enquiriesPaths.contact.pattern]: NotBuilt,
  [pagesPaths.ontario.pattern]: NotBuilt,
  [enquiriesPaths.training.pattern]: NotBuilt,
  [pagesPaths.contract.pattern]: NotBuilt,
  [enquiriesPaths.career.pattern]: NotBuilt,
  [pagesPaths.notFound.pattern]: NotFound,
  '*': NotFound,
};

export const Screens = routesOf(sitemap);
