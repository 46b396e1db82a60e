import { type FaqGroup, faq } from '@portal/contracts/pages/pages.endpoints';
import type { PageInput } from '@portal/mf-kit/pageInput';

/** The questions and answers of the page as structured data (schema.org); undefined without content from the API. */
export function faqData({ content }: PageInput): object | undefined {
  const groups = (content[faq.path] ?? []) as FaqGroup[];
  const asked = groups.flatMap(({ questionAnswers }) => questionAnswers);
  if (asked.length === 0) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: asked.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
