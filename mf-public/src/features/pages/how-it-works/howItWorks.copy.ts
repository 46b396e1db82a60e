import { howItWorksCopy } from '@portal/contracts/pages/pages.copy';
import type { Step } from '../StepList';

const texts = {
  customer: [
    'Open an account on our customer site and add your sites.',
    'Enter the dates, hours, dress code, skills and rate. Posting a job takes a few minutes.',
    'Guards near your site whose work profile fits are notified of the job.',
    'Guards apply. You see each guard’s profile and ratings.',
    'You choose a guard. We let the guard know, and the job appears in their list.',
    'The guard records their arrival, starts and ends the job in the portal, and writes notes. Then the work is rated.',
  ],
  guard: [
    'Tell us about yourself and where you want to work. To begin, you need a phone number and an e‑mail address.',
    'After a rigorous vetting process of your licence and your documents, you are registered. Every job that fits is then open to you.',
  ],
} as const;

const stepsOf = (who: keyof typeof texts): readonly Step[] =>
  howItWorksCopy[who].map((title, index) => ({ title, text: texts[who][index] ?? '' }));

export const customerSteps = stepsOf('customer');
export const guardSteps = stepsOf('guard');

export const swappingSteps: readonly Step[] = [
  { title: 'Offer', text: 'You offer a shift until two hours before it starts. Guards who fit see its place, times and pay.' },
  { title: 'Accept', text: 'The first guard who accepts is proposed. You stay responsible for the shift.' },
  { title: 'Approve', text: 'Our team approves, and the shift with its pay moves to the other guard. Your rating stays as it is.' },
];
