import { faq } from '@portal/contracts/pages/pages.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

/** The questions and answers by group. A failure is shown in their place. */
export const useFaq = () => useQuery(faq, {});
