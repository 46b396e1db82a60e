import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { PageInput } from '@portal/mf-kit/pageInput';
import { faqData } from './features/pages/faq/faq.data';

/** What a page tells machines beside its text (schema.org). */
export const structuredData = (path: string, input: PageInput): object | undefined =>
  path === pagesPaths.faq() ? faqData(input) : undefined;
