import { object } from 'yup';
import { copy } from '../_kernel/copy';
import { id, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** At most five guards may apply to one job (JOBPAGE-32). Withdrawn and refused applications do not count. */
export const maxApplicants = 5;

export const applicationMessages = {
  applied: 'You successfully applied for the job', // JOBPAGE-20
  applyNow: copy.applyNow,
  alreadyApplied: 'Already Applied', // JOBPAGE-19, JOBPAGE-29
  full: '5 Guards Already Applied', // JOBPAGE-31
  passed: 'You can not apply for this job due to job time passed away', // JOBPAGE-33
  gone: 'This job is no longer open for applications.',
  noApplication: 'This guard has no open application for this job.',
  alreadyAwarded: 'This guard was already awarded this job.',
  awarded: 'You were awarded a job',
  received: 'Your application was received.',
  waits: 'Waiting to be sent',
  kept: 'Your application is saved on this device. We will send it when you are back online.',
  cancel: 'Cancel application',
  withdraw: 'Withdraw',
  chooseReason: 'Please choose a reason',
  cancelled: 'Your application was cancelled. You can apply again while the job is open.',
  notApplied: 'You have no open application for this job.',
  awardedToYou: 'You were awarded this job. If you cannot work a shift, please request leave.',
  begun: 'An application can only be cancelled before the job begins.',
  refused: 'Your application was not successful',
  takenBack: 'An award was cancelled',
  covered: 'Another guard took over your shift.',
  nothingToTakeBack: 'No shift of this award is ahead, so nothing can be taken back.',
  /** For staff. `other` names the guard's other shift with its day and times. */
  overlaps: (other: string) => `This guard already works ${other} at that time.`,
  notCancelled: 'Your application was not cancelled. What you entered is still here; please try again.',
};

export const outcomes = {
  waiting: 'Waiting',
  awarded: 'Awarded',
  refused: 'Refused',
  'taken-back': 'Award cancelled',
  withdrawn: 'Withdrawn',
  'job-cancelled': 'Job cancelled',
  passed: 'No decision in time',
} as const;
/** In place of `taken-back`, if another guard took over the last shift: nothing counts against the guard. */
export const coveredOutcome = 'Covered';
export type Outcome = keyof typeof outcomes;

export const cancelRules = object({
  reasonId: string().required(applicationMessages.chooseReason).uuid(applicationMessages.chooseReason), // JOBPAGE-34
  comment: optionalText(1000), // JOBPAGE-35
});

export const cancelInput = cancelRules.shape({ jobId: id().required(), shiftId: id().required() });
