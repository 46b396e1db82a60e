import { path } from '@portal/contracts/_kernel/path';
import { type SectorPage, sectorPages } from '@portal/contracts/_kernel/sectors';
import { openingsCall } from '@portal/contracts/career/career.calls';
import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { faqCall, staticPageCall } from '@portal/contracts/pages/pages.calls';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { postingsPaths } from '@portal/contracts/postings/postings.paths';
import { defineModule } from '@portal/mf-kit/module';
import { sectorFacts } from './src/features/pages/sectors/sector.facts';

/** Every page has the newsletter strip, so every page has its form. */
const publicPage = { access: 'public', chrome: 'public', sleeps: true, forms: { [subscribe.id]: subscribe.path } } as const;
const enquiry = { [sendEnquiry.id]: sendEnquiry.path };
const missing = { ...publicPage, title: 'Page not found', notFound: true, prerender: true } as const;
const legalText = path(staticPageCall.path);
const factsOf = ({ type }: { type: SectorPage }) => [pagesPaths.sector({ type }), sectorFacts[type]] as const;

export const module = defineModule({
  name: 'mf-public',
  owner: '@portal/public',
  objective: { availability: 0.995, latencyMs: 2500 },
  portal: 1,
  contracts: { auth: 1, career: 1, enquiries: 1, newsletter: 1, onboarding: 1, pages: 1, postings: 1 },
  routes: {
    [pagesPaths.home.pattern]: {
      ...publicPage,
      title: 'Security guard work in Ontario',
      description:
        'Choose your own security guard shifts in Ontario. See the rate before you apply, work close to home, and keep a record of every hour.',
      backTrap: true,
      prerender: true,
    },
    [pagesPaths.howItWorks.pattern]: {
      ...publicPage,
      title: 'How It Works',
      description: 'Six steps from posting a security job in Ontario to the finished shift, and two for the guard who wants to work it.',
      prerender: true,
    },
    [pagesPaths.faq.pattern]: {
      ...publicPage,
      title: 'FAQ',
      description:
        'What security guards in Ontario ask us most: registering, licences, applying for jobs, leave and pay, with plain answers.',
      content: [faqCall.path],
    },
    [pagesPaths.about.pattern]: {
      ...publicPage,
      title: 'About Us',
      description:
        'Guard Portal connects sites that need security with licensed guards in Ontario. Our mission: communication and confidence.',
      prerender: true,
    },
    [pagesPaths.services.pattern]: {
      ...publicPage,
      title: 'Services',
      description:
        'Licensed, insured and bonded guards in ten sectors across Ontario: banks, concierge, construction, events, residential and more.',
      prerender: true,
    },
    [pagesPaths.privacy.pattern]: {
      ...publicPage,
      title: 'Privacy Policy',
      description: 'What Guard Portal keeps about guards and visitors, why, who sees it, and how to have it corrected or deleted.',
      content: [legalText({ type: 'privacy' })],
    },
    [pagesPaths.terms.pattern]: {
      ...publicPage,
      title: 'Terms and Conditions',
      description: 'The terms of Guard Portal: what guards can expect of us, and what we expect of guards who work through the portal.',
      content: [legalText({ type: 'terms' })],
    },
    [postingsPaths.policy.pattern]: {
      ...publicPage,
      title: 'Job posting policy',
      description: 'What a security job on Guard Portal must state, how to report a posting that is false, and what we do about it.',
      prerender: true,
    },
    [pagesPaths.sector.pattern]: {
      ...publicPage,
      title: 'Our speciality',
      pages: Object.fromEntries(sectorPages.map(factsOf)),
      prerender: true,
      forms: { ...publicPage.forms, ...enquiry },
    },
    [enquiriesPaths.contact.pattern]: {
      ...publicPage,
      title: 'Contact Us',
      description: 'Contact Guard Portal about a job, your account or guards for your site in Ontario. A member of our team will reply.',
      prerender: true,
      forms: { ...publicPage.forms, ...enquiry },
      nav: [{ slot: 'top', label: 'Contact Us', order: 90, to: enquiriesPaths.contact(), icon: 'support', shownAt: ['approval'] }],
    },
    [pagesPaths.ontario.pattern]: {
      ...publicPage,
      title: 'Ontario',
      description:
        'Security guards and guard work in Toronto, Ottawa, Mississauga, Brampton, Hamilton, London, Markham, Vaughan and Kitchener.',
      prerender: true,
    },
    [enquiriesPaths.training.pattern]: {
      ...publicPage,
      title: 'Training',
      description:
        'Become a licensed security guard in Ontario: register your interest with our partner agencies, train with experts, find work.',
      prerender: true,
      forms: { ...publicPage.forms, ...enquiry },
    },
    [pagesPaths.contract.pattern]: {
      ...publicPage,
      title: 'Contract agreement',
      description: 'The independent contractor agreement between security guards and Guard Portal, to read before you register.',
      content: [legalText({ type: 'guardAgreement' })],
    },
    [enquiriesPaths.career.pattern]: {
      ...publicPage,
      title: 'Career',
      description: 'Jobs at Guard Portal in Ontario, in the office and in the field. Apply with your resume in a few minutes.',
      content: [openingsCall.path],
      forms: { ...publicPage.forms, [applyForOpening.id]: applyForOpening.path },
    },
    [pagesPaths.notFound.pattern]: missing,
    '*': missing,
  },
});
