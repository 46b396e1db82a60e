import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { postingsPaths } from '@portal/contracts/postings/postings.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

export const sitemap: RouteMap<keyof typeof module.routes> = {
  [pagesPaths.home.pattern]: lazyScreen(() => import('./features/pages/home/HomeScreen').then((file) => file.HomeScreen)),
  [pagesPaths.howItWorks.pattern]: lazyScreen(() =>
    import('./features/pages/how-it-works/HowItWorksScreen').then((file) => file.HowItWorksScreen),
  ),
  [pagesPaths.faq.pattern]: lazyScreen(() => import('./features/pages/faq/FaqScreen').then((file) => file.FaqScreen)),
  [pagesPaths.about.pattern]: lazyScreen(() => import('./features/pages/about/AboutScreen').then((file) => file.AboutScreen)),
  [pagesPaths.services.pattern]: lazyScreen(() => import('./features/pages/sectors/ServicesScreen').then((file) => file.ServicesScreen)),
  [pagesPaths.privacy.pattern]: lazyScreen(() => import('./features/pages/legal/LegalScreens').then((file) => file.PrivacyScreen)),
  [pagesPaths.terms.pattern]: lazyScreen(() => import('./features/pages/legal/LegalScreens').then((file) => file.TermsScreen)),
  [postingsPaths.policy.pattern]: lazyScreen(() => import('./features/pages/postings/PostingsScreen').then((file) => file.PostingsScreen)),
  [pagesPaths.sector.pattern]: lazyScreen(() => import('./features/pages/sectors/SectorScreen').then((file) => file.SectorScreen)),
  [enquiriesPaths.contact.pattern]: lazyScreen(() => import('./features/pages/contact/ContactScreen').then((file) => file.ContactScreen)),
  [pagesPaths.ontario.pattern]: lazyScreen(() => import('./features/pages/ontario/OntarioScreen').then((file) => file.OntarioScreen)),
  [enquiriesPaths.training.pattern]: lazyScreen(() =>
    import('./features/pages/training/TrainingScreen').then((file) => file.TrainingScreen),
  ),
  [pagesPaths.contract.pattern]: lazyScreen(() => import('./features/pages/contract/ContractScreen').then((file) => file.ContractScreen)),
  [enquiriesPaths.career.pattern]: lazyScreen(() => import('./features/pages/career/CareerScreen').then((file) => file.CareerScreen)),
  [pagesPaths.notFound.pattern]: lazyScreen(() => import('./features/pages/not-found/NotFoundScreen').then((file) => file.NotFoundScreen)),
  '*': lazyScreen(() => import('./features/pages/not-found/NotFoundScreen').then((file) => file.NotFoundScreen)),
};

export const Screens = defineRoutes(sitemap);
