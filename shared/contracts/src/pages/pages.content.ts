import { array, number, object } from 'yup';
import { cellText } from '../_kernel/rows';
import { pageTypes } from './pages.endpoints';

/** The texts that staff write: three legal texts as HTML, three lists as JSON. */
export const contentNames = [...pageTypes, 'faq', 'how-it-works', 'openings'] as const;
export type ContentName = (typeof contentNames)[number];

/** The maximum size of a text or list in UTF-8 bytes: about forty printed pages. It fits into one call. */
const MOST_BYTES = 200 * 1024;

export const contentMessages = {
  tooLarge: 'This is larger than 200 kB. Please shorten it.',
  missing: 'The text is empty.',
  nothingLeft: 'Nothing is left of this text once what may not stand on a page is taken out. Please write it in plain HTML.',
  twice: (what: string) => `this ${what} stands there already`,
} as const;

export const isSmall = (text: string | undefined) => new TextEncoder().encode(text).byteLength <= MOST_BYTES;
/** Returns why a text is refused before it is sent, or null. */
export const contentProblem = (text: string): string | null => (isSmall(text) ? null : contentMessages.tooLarge);

const questionAndAnswer = { question: cellText('question', 300), answer: cellText('answer', 4000) };

/** A group of questions and answers in the JSON of staff. */
export const faqRules = object({
  title: cellText('title', 120),
  questionAnswers: array(object(questionAndAnswer))
    .typeError('questionAnswers must be a list')
    .required('questionAnswers is missing')
    .min(1, 'questionAnswers is empty'),
});

/** An entry of How It Works in the JSON of staff. `type` 1 is for customers, 2 for guards. */
export const howItWorksRules = object({
  type: number().typeError('type must be 1 or 2').oneOf([1, 2], 'type must be 1 or 2').required('type must be 1 or 2'),
  ...questionAndAnswer,
});
