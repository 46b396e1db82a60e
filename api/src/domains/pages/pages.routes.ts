import { faq, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { bindOpen } from '../../platform/http-binding';
import { faqGroups, legalText } from './pages.service';

export const pagesRoutes = [bindOpen(staticPage, ({ type }) => legalText(type)), bindOpen(faq, faqGroups)];
