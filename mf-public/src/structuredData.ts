import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { PageInput } from '@portal/mf-kit/pageInput';
import { faqData } from './features/pages/faq/faq.data';

/** The structured data of a page (schema.org). */
export const structuredData = (path: string, input: PageInput): object | undefined =>
  path === pagesPaths.faq() ? faqData(input) : undefined;
