import { object } from 'yup';
import { optionalCode, optionalText } from '../_kernel/shapes';
import { upload } from '../_kernel/upload';

export const OTHER_REASON = 6;
/** Why a guard does not trust a posting. */
export const reportReasons: Readonly<Record<number, string>> = {
  1: 'It asks me to pay or to buy something',
  2: 'It asks for bank or identity details outside the portal',
  3: 'The pay, the hours or the place are not true',
  4: 'The customer or the site does not exist',
  5: 'It discriminates or asks for something illegal',
  [OTHER_REASON]: 'Something else',
};
const reasons = Object.keys(reportReasons).map(Number);

/** The decision of staff. `removed`: the posting was fraudulent or untrue, and no guard sees it any more. */
export const reportOutcomes = ['removed', 'kept'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** The statements of a posting about its vacancy and about artificial intelligence, keyed by the stored value. */
export const vacancyFacts = {
  true: 'Yes, these shifts are to be filled now',
  false: 'No, the customer collects applications for later',
} as const;
/** In place of the first one, while no more guards can apply. */
export const fullVacancy = (guards: number) => `Not now: ${guards} guards have applied`;
export const aiFacts = {
  true: 'Yes, the customer uses artificial intelligence to screen or select applicants',
  false: 'No, people alone decide about applications',
} as const;

export const postingMessages = {
  about: 'About this posting',
  pay: 'Pay',
  vacancy: 'Vacancy exists',
  ai: 'AI screens applicants',
  report: 'Report this job',
  policy: 'How we handle reports',
  reasonMissing: 'Please choose a reason',
  wordsMissing: 'Please say what is wrong',
  wordsTooLong: 'At most 2000 characters',
  received: 'We received your report. A member of our staff checks the posting.',
  kept: 'Your report is saved on this device. We will send it when you are back online.',
  sending: 'Your report is being sent.',
  notAccepted: 'Your report was not accepted. Please send it again.',
  notSaved: 'Your report was not sent. What you entered is still here; please try again.',
  gone: 'This job is not open any more, so it cannot be reported.',
  already: 'You have already reported this job. We are still checking it.',
  open: 'You reported this job. A member of our staff checks the posting.',
  unknown: 'There is no such report.',
  closedBefore: 'This report is already closed.',
  outcomes: {
    removed: 'You were right: no guard finds the job that you reported any more',
    kept: 'We checked the job that you reported, and it stays',
  },
  cancelReason: 'the posting did not keep our rules',
};

const most = 2000;
/** Words are required with "Something else", because the reason alone does not explain the problem. */
export const reportRules = object({
  reason: optionalCode(reasons).typeError(postingMessages.reasonMissing).required(postingMessages.reasonMissing),
  words: optionalText(most)
    .max(most, postingMessages.wordsTooLong)
    .when('reason', ([reason], words) => (Number(reason) === OTHER_REASON ? words.required(postingMessages.wordsMissing) : words)),
  picture: upload(),
});
