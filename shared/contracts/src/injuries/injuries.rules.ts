import { boolean, object } from 'yup';
import { id, words } from '../_kernel/shapes';
import { upload, uploads } from '../_kernel/upload';

/** Preselected, even if the list of titles does not contain it (REPORTINJURY-22). */
export const DEFAULT_TITLE = 'Injured During Mob Attack'; // REPORTINJURY-03

/** The form sends one photo; the server accepts several (REPORTINJURY-21). */
export const MOST_FILES = 10;

export const injuryMessages = {
  jobMissing: 'Please select title', // REPORTINJURY-11
  titleMissing: 'Please select title', // REPORTINJURY-12
  descriptionMissing: 'Please enter description', // REPORTINJURY-13
  fileMissing: 'Please select file', // REPORTINJURY-14
  titleTooLong: 'At most 160 characters',
  descriptionTooLong: 'At most 4000 characters',
  wait: 'Please Wait...', // REPORTINJURY-08
  received: 'Your injury report was received.',
  kept: 'Your injury report is saved on this device. We will send it when you are back online.',
  notSaved: 'Your injury report was not sent. What you entered is still here; please try again.',
  unknown: 'There is no such injury report.',
  answered: 'We answered your injury report',
};

/** Texts of the injury screens, verbatim from the specification. */
export const injuryLabels = {
  previous: 'Previous Injuries', // REPORTINJURY-09
  title: 'Injury Title', // PREVINJURY-01
  description: 'Injury Description', // PREVINJURY-02
  date: 'Date', // PREVINJURY-03
  attachment: 'Attachment', // PREVINJURY-04
  viewMore: 'View More', // PREVINJURY-05
};

/** In the order of the checks (REPORTINJURY-15). The title is a text, because the list of titles may change while a report waits. */
export const injuryRules = object({
  jobId: id(injuryMessages.jobMissing).typeError(injuryMessages.jobMissing).required(injuryMessages.jobMissing),
  title: words(injuryMessages.titleMissing, 160, injuryMessages.titleTooLong),
  description: words(injuryMessages.descriptionMissing, 4000, injuryMessages.descriptionTooLong),
  file: upload().required(injuryMessages.fileMissing),
});

/** The rules of the form. `isOnJob`: from which of the two lists the guard chose the job (REPORTINJURY-23). */
export const injuryFormRules = injuryRules.shape({ isOnJob: boolean().default(false) });

export const injuryInput = injuryRules.shape({
  file: uploads(MOST_FILES).min(1, injuryMessages.fileMissing).required(injuryMessages.fileMissing),
});
