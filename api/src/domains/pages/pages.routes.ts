import { faq, type HowItWorksItem, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { setContent } from '@portal/contracts/pages/pages.staff';
import { bindOpen, readOnly } from '../../platform/http/routes';
import { listNamed, replace } from './content.service';
import { faqGroups, legalText } from './pages.service';

export const pagesRoutes = [
  readOnly(bindOpen(staticPage, ({ type }) => legalText(type))),
  readOnly(bindOpen(faq, faqGroups)),
  readOnly(bindOpen(howItWorks, () => listNamed<HowItWorksItem>('how-it-works'))),
  bindOpen(setContent, replace),
];
