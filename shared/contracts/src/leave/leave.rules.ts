import { number, object } from 'yup';
import { civilDate, id } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const leaveTitles: Readonly<Record<number, string>> = { 1: 'Sick', 2: 'Personal Emergency', 3: 'Other' }; // CODE-27..29
export const OTHER_TITLE = 3;
/** The labels for leave on every screen, keyed by the status. */
export const leaveStatuses: Readonly<Record<0 | 1 | 2, string> & Record<number, string>> = {
  0: 'Leave requested',
  1: 'Leave approved',
  2: 'Leave refused',
};

export const leaveMessages = {
  apply: 'Apply Leave', // JOBDETAIL-26
  blank: 'Description should not be blank', // LEAVE-03
  chooseTitle: 'Please choose why you need leave',
  received: 'Your leave request was received.',
  kept: 'Your leave request is saved on this device. We will send it when you are back online.',
  sending: 'Your leave request is being sent.',
  notYours: 'This shift is not yours.',
  wrongDate: 'This shift is on another day.',
  notUpcoming: 'You can only request leave for a shift that has not begun.',
  onceAndBefore: 'Leave can be requested once for each shift, before the shift begins.',
  already: 'You have already requested leave for this shift.',
  preferOffer: 'If another guard could take this shift, you can also offer it.',
  unknown: 'There is no open leave request for this shift.',
  notSaved: 'Your leave request was not saved. What you entered is still here; please try again.',
  tooLong: 'At most 1000 characters',
};

/** The description applies only to Other (LEAVE-03, LEAVE-04). With any other title it is dropped. */
export const leaveRules = object({
  leaveTitle: number().typeError(leaveMessages.chooseTitle).required(leaveMessages.chooseTitle).oneOf([1, 2, 3], leaveMessages.chooseTitle),
  leaveDescription: string().when('leaveTitle', ([title], schema) =>
    Number(title) === OTHER_TITLE
      ? schema.trim().required(leaveMessages.blank).max(1000, leaveMessages.tooLong)
      : schema.transform(() => undefined),
  ),
});

export const leaveInput = leaveRules.shape({ jobId: id().required(), shiftId: id().required(), shiftDate: civilDate().required() });
