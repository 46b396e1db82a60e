import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { defineModule } from '@portal/mf-kit/module';

const publicPage = { access: 'public', chrome: 'public' } as const;

export const module = defineModule({
  name: 'mf-public',
  portal: 1,
  contracts: { newsletter: 1 },
  routes: {
    [pagesPaths.home.pattern]: { ...publicPage, title: 'Security guard work in Ontario', backTrap: true, chunk: 'home', prerender: true },
    [pagesPaths.howItWorks.pattern]: { ...publicPage, title: 'How It Works', built: false },
    [pagesPaths.faq.pattern]: { ...publicPage, title: 'FAQ', built: false },
    [pagesPaths.about.pattern]: { ...publicPage, title: 'About Us', built: false },
    [pagesPaths.services.pattern]: { ...publicPage, title: 'Services', built: false },
    [pagesPaths.privacy.pattern]: { ...publicPage, title: 'Privacy Policy', built: false },
    [pagesPaths.terms.pattern]: { ...publicPage, title: 'Terms and Conditions', built: false },
    [pagesPaths.sector.pattern]: { ...publicPage, title: 'Our speciality', built: false },
    [enquiriesPaths.contact.pattern]: { ...publicPage, title: 'Contact Us', built: false },
    [pagesPaths.ontario.pattern]: { ...publicPage, title: 'Ontario', built: false },
    [enquiriesPaths.training.pattern]: { ...publicPage, title: 'Training', built: false },
    [pagesPaths.contract.pattern]: { ...publicPage, title: 'Contract agreement', built: false },
    [enquiriesPaths.career.pattern]: { ...publicPage, title: 'Career', built: false },
    [pagesPaths.notFound.pattern]: { ...publicPage, title: 'Page not found', chunk: 'not-found' },
    '*': { ...publicPage, title: 'Page not found', chunk: 'not-found' },
  },
});
