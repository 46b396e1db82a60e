import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { faqCall, staticPageCall } from './pages.calls';

export const pageTypes = ['privacy', 'terms', 'guardAgreement'] as const; // DATA-PUBLIC-01

/** `description` is HTML that the server sanitised. Sanitise it again before display. */
export const staticPage = endpoint({
  ...staticPageCall,
  input: object({
    type: string()
      .oneOf([...pageTypes], 'Unknown page')
      .required(),
  }),
  output: object({ type: string().required(), description: string().required() }),
  silent: { otherwise: 'We cannot show this text right now. Please try again.' }, // PUBLIC-LEGAL-07, AGREE-15
});

const faqGroup = object({
  title: string().required(),
  questionAnswers: array(object({ question: string().required(), answer: string().required() })).required(),
});
export type FaqGroup = InferType<typeof faqGroup>;

/** Questions and answers by group, in the order of staff. Plain text. */
export const faq = endpoint({
  ...faqCall,
  input: nothing(),
  output: array(faqGroup).required(),
});

const howItWorksItem = object({ type: number().oneOf([1, 2]).required(), question: string().required(), answer: string().required() });
export type HowItWorksItem = InferType<typeof howItWorksItem>;

/** Questions of customers (type 1) and guards (type 2) on How It Works, in the order of staff. Plain text. */
export const howItWorks = endpoint({
  id: 'pages.howItWorks',
  method: 'GET',
  path: '/how-it-work-faq/home/list',
  auth: 'basic',
  input: nothing(),
  output: array(howItWorksItem).required(),
});
