/** @jest-environment node */
import { faq } from '@portal/contracts/pages/pages.endpoints';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { emptyPage } from '@portal/mf-kit/pageInput';
import { structuredData } from '../../../structuredData';

const content = {
  [faq.path]: [
    { title: 'Licences', questionAnswers: [{ question: 'Do I need one?', answer: 'Yes, an Ontario one.' }] },
    { title: 'Nothing yet', questionAnswers: [] },
    { title: 'Pay', questionAnswers: [{ question: 'When?', answer: 'Each <week> & "month".' }] },
  ],
};

it('lists every question and answer of the page as structured data, in order', () => {
  expect(structuredData(pagesPaths.faq(), { ...emptyPage, content })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: 'Do I need one?', acceptedAnswer: { '@type': 'Answer', text: 'Yes, an Ontario one.' } },
      { '@type': 'Question', name: 'When?', acceptedAnswer: { '@type': 'Answer', text: 'Each <week> & "month".' } },
    ],
  });
});

it('returns nothing without questions or for another page', () => {
  expect(structuredData(pagesPaths.faq(), emptyPage)).toBeUndefined();
  expect(structuredData(pagesPaths.faq(), { ...emptyPage, content: { [faq.path]: [] } })).toBeUndefined();
  expect(structuredData(pagesPaths.home(), { ...emptyPage, content })).toBeUndefined();
});
