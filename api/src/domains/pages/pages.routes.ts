import { setContent } from '@portal/contracts/pages/pages.content';
import { faq, type HowItWorksItem, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { bindOpen } from '../../platform/http/http-binding';
import { listNamed, replace } from './content.service';
import { faqGroups, legalText } from './pages.service';

export const pagesRoutes = [
  bindOpen(staticPage, ({ type }) => legalText(type)),
  bindOpen(faq, faqGroups),
  bindOpen(howItWorks, () => listNamed<HowItWorksItem>('how-it-works')),
  bindOpen(setContent, replace),
];
