import { howItWorksCopy } from '@portal/contracts/pages/pages.copy';
import type { Step } from '../StepList';

const texts = {
  customer: [
    'Open an account on our customer site. Say who you are and where your sites are.',
    'Dates, hours, dress code, the skills that you need and what you pay: a job is posted in a few minutes.',
    'Guards near your site whose work profile fits are told that there is a job.',
    'Guards apply. You see who they are and how their last sites rated them.',
    'You choose. The guard hears of it at once, and the shift stands in the guard’s calendar.',
    'The guard reports the arrival, starts and ends the job in the portal. You read the notes and rate the work.',
  ],
  guard: [
    'Tell us who you are and where you want to work. All you need at first is a phone number and an e‑mail address.',
    'After a rigorous vetting process of your licence and your documents you are registered, and every job that fits is open to you.',
  ],
} as const;

const stepsOf = (who: keyof typeof texts): readonly Step[] =>
  howItWorksCopy[who].map((title, index) => ({ title, text: texts[who][index] ?? '' }));

export const customerSteps = stepsOf('customer');
export const guardSteps = stepsOf('guard');
