import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

const NotFound = lazyScreen(() =>
  import(/* webpackChunkName: "not-found" */ './features/pages/not-found/NotFoundScreen').then((file) => file.NotFoundScreen),
);

/** The chunk names match module.ts, so that the HTML of a path can preload its screen. */
export const sitemap: RouteMap<keyof typeof module.routes> = {
  [pagesPaths.home.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "home" */ './features/pages/home/HomeScreen').then((file) => file.HomeScreen),
  ),
  [pagesPaths.howItWorks.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "how-it-works" */ './features/pages/how-it-works/HowItWorksScreen').then((file) => file.HowItWorksScreen),
  ),
  [pagesPaths.faq.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "faq" */ './features/pages/faq/FaqScreen').then((file) => file.FaqScreen),
  ),
  [pagesPaths.about.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "about" */ './features/pages/about/AboutScreen').then((file) => file.AboutScreen),
  ),
  [pagesPaths.services.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "services" */ './features/pages/sectors/ServicesScreen').then((file) => file.ServicesScreen),
  ),
  [pagesPaths.privacy.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "legal" */ './features/pages/legal/LegalScreens').then((file) => file.PrivacyScreen),
  ),
  [pagesPaths.terms.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "legal" */ './features/pages/legal/LegalScreens').then((file) => file.TermsScreen),
  ),
  [pagesPaths.sector.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "sector" */ './features/pages/sectors/SectorScreen').then((file) => file.SectorScreen),
  ),
  [enquiriesPaths.contact.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "contact" */ './features/pages/contact/ContactScreen').then((file) => file.ContactScreen),
  ),
  [pagesPaths.ontario.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "ontario" */ './features/pages/ontario/OntarioScreen').then((file) => file.OntarioScreen),
  ),
  [enquiriesPaths.training.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "training" */ './features/pages/training/TrainingScreen').then((file) => file.TrainingScreen),
  ),
  [pagesPaths.contract.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "contract" */ './features/pages/contract/ContractScreen').then((file) => file.ContractScreen),
  ),
  [enquiriesPaths.career.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "career" */ './features/pages/career/CareerScreen').then((file) => file.CareerScreen),
  ),
  [pagesPaths.notFound.pattern]: NotFound,
  '*': NotFound,
};

export const Screens = defineRoutes(sitemap);
