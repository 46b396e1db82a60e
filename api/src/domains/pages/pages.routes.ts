import { setContent } from '@portal/contracts/pages/pages.content';
import { faq, type HowItWorksItem, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { bindOpen, onlyReads } from '../../platform/http/http-binding';
import { listNamed, replace } from './content.service';
import { faqGroups, legalText } from './pages.service';

export const pagesRoutes = [
  onlyReads(bindOpen(staticPage, ({ type }) => legalText(type))),
  onlyReads(bindOpen(faq, faqGroups)),
  onlyReads(bindOpen(howItWorks, () => listNamed<HowItWorksItem>('how-it-works'))),
  bindOpen(setContent, replace),
];
