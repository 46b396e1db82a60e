import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { routesOf, type Sitemap, screen } from '@portal/mf-kit/routes';
import type { module } from '../module';

const NotFound = screen(() =>
  import(/* webpackChunkName: "not-found" */ './features/pages/not-found/NotFoundScreen').then((file) => file.NotFoundScreen),
);

/** Path to screen. The chunk names are module.ts's: the HTML of a path preloads its screen by them. */
export const sitemap: Sitemap<keyof typeof module.routes> = {
  [pagesPaths.home.pattern]: screen(() =>
    import(/* webpackChunkName: "home" */ './features/pages/home/HomeScreen').then((file) => file.HomeScreen),
  ),
  [pagesPaths.howItWorks.pattern]: screen(() =>
    import(/* webpackChunkName: "how-it-works" */ './features/pages/how-it-works/HowItWorksScreen').then((file) => file.HowItWorksScreen),
  ),
  [pagesPaths.faq.pattern]: screen(() =>
    import(/* webpackChunkName: "faq" */ './features/pages/faq/FaqScreen').then((file) => file.FaqScreen),
  ),
  [pagesPaths.about.pattern]: screen(() =>
    import(/* webpackChunkName: "about" */ './features/pages/about/AboutScreen').then((file) => file.AboutScreen),
  ),
  [pagesPaths.services.pattern]: screen(() =>
    import(/* webpackChunkName: "services" */ './features/pages/sectors/ServicesScreen').then((file) => file.ServicesScreen),
  ),
  [pagesPaths.privacy.pattern]: screen(() =>
    import(/* webpackChunkName: "legal" */ './features/pages/legal/LegalScreens').then((file) => file.PrivacyScreen),
  ),
  [pagesPaths.terms.pattern]: screen(() =>
    import(/* webpackChunkName: "legal" */ './features/pages/legal/LegalScreens').then((file) => file.TermsScreen),
  ),
  [pagesPaths.sector.pattern]: screen(() =>
    import(/* webpackChunkName: "sector" */ './features/pages/sectors/SectorScreen').then((file) => file.SectorScreen),
  ),
  [enquiriesPaths.contact.pattern]: screen(() =>
    import(/* webpackChunkName: "contact" */ './features/pages/contact/ContactScreen').then((file) => file.ContactScreen),
  ),
  [pagesPaths.ontario.pattern]: screen(() =>
    import(/* webpackChunkName: "ontario" */ './features/pages/ontario/OntarioScreen').then((file) => file.OntarioScreen),
  ),
  [enquiriesPaths.training.pattern]: screen(() =>
    import(/* webpackChunkName: "training" */ './features/pages/training/TrainingScreen').then((file) => file.TrainingScreen),
  ),
  [pagesPaths.contract.pattern]: screen(() =>
    import(/* webpackChunkName: "contract" */ './features/pages/contract/ContractScreen').then((file) => file.ContractScreen),
  ),
  [enquiriesPaths.career.pattern]: screen(() =>
    import(/* webpackChunkName: "career" */ './features/pages/career/CareerScreen').then((file) => file.CareerScreen),
  ),
  [pagesPaths.notFound.pattern]: NotFound,
  '*': NotFound,
};

export const Screens = routesOf(sitemap);
