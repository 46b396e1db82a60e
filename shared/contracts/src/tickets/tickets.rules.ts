import { type InferType, number, object } from 'yup';
import { id, words } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { uploads } from '../_kernel/upload';

/** The types of a ticket with the codes and labels of the specification. */
export const ticketTypes: Readonly<Record<number, string>> = {
  0: 'Current Job', // CODE-42
  1: 'Previous Job', // CODE-43
  2: 'Upcoming Job', // CODE-44
  3: 'Profile Update', // CODE-45
  4: 'Payout/Change payout', // CODE-46
  5: 'Others', // CODE-47
};
export const PAYOUT_TYPE = 4;
export const OTHERS_TYPE = 5;

const codes = Object.keys(ticketTypes).map(Number);

/** The jobStatus of the jobs in the list for a ticket type. Other types do not change the list (REPORTISSUE-16..19). */
export const jobStatusOfType: Readonly<Record<number, 0 | 1 | 2>> = { 0: 0, 1: 2, 2: 1 };

export const MOST_IMAGES = 69; // REPORTISSUE-14

export const ticketMessages = {
  typeMissing: 'Please select ticket type', // REPORTISSUE-06
  jobMissing: 'Please select job', // REPORTISSUE-07
  titleMissing: 'Title is required', // REPORTISSUE-08
  descriptionMissing: 'Description is required', // REPORTISSUE-09
  noJob: 'No job',
  imageMissing: 'Please select image', // REPORTISSUE-10
  titleTooLong: 'At most 160 characters',
  descriptionTooLong: 'At most 4000 characters',
  received: 'We received your ticket and will reply here.',
  kept: 'Your ticket is saved on this device. We will send it when you are back online.',
  notSaved: 'Your ticket was not sent. What you entered is still here; please try again.',
  unknown: 'There is no such ticket.',
  answered: 'We answered your ticket',
};

/** Texts of the ticket screens, verbatim from the specification. */
export const ticketLabels = {
  previousTicket: 'Previous Ticket', // SUPPORT-07
  othersTitle: 'Something else?',
  others: 'Tell us about anything that does not fit elsewhere. We read every message.', // SUPPORT-06
  previousTickets: 'Previous Tickets', // REPORTISSUE-26
  ticketTitle: 'Ticket Title', // REPORTISSUE-27
  jobTitle: 'Job Title', // REPORTISSUE-28
  date: 'Date', // REPORTISSUE-29
  attachment: 'Attachment', // REPORTISSUE-30
  noImage: 'No Image', // REPORTISSUE-31
  reportFile: 'Report File.pdf', // PREVTICKET-06
};

/** The tabs of Support: the five stated ones, then Current Job (SUPPORT-09). Tabs without jobs lead to a ticket of their type. */
export const supportTabs = [
  { id: 'previous', label: 'Previous Job', type: 1 }, // SUPPORT-01
  { id: 'upcoming', label: 'Upcoming Job', type: 2 }, // SUPPORT-02
  { id: 'payout', label: 'Payout', type: PAYOUT_TYPE }, // SUPPORT-03
  { id: 'profile', label: 'Profile Update', type: 3 }, // SUPPORT-04
  { id: 'others', label: 'Others', type: 5 }, // SUPPORT-05
  { id: 'current', label: 'Current Job', type: 0 },
] as const;

/** Ticket types that do not need a job. Without one they send an empty `jobId` (REPORTISSUE-38). */
const withoutJob: readonly number[] = [3, PAYOUT_TYPE, OTHERS_TYPE];
export const mayHaveNoJob = (ticketType: unknown): boolean => ticketType !== '' && withoutJob.includes(Number(ticketType));

const jobOfTicket = () =>
  id(ticketMessages.jobMissing)
    .typeError(ticketMessages.jobMissing)
    .when('ticketType', ([type], job) =>
      mayHaveNoJob(type)
        ? string()
            .strict(true)
            .typeError(ticketMessages.jobMissing)
            .defined(ticketMessages.jobMissing)
            .matches(/^$|^[0-9a-f-]{36}$/, ticketMessages.jobMissing)
        : job.required(ticketMessages.jobMissing),
    );

const emptyToUndefined = (value: unknown, original: unknown) => (original === '' || original === null ? undefined : value);
/** In the order of the checks (REPORTISSUE-11). All failing checks are reported together (REPORTISSUE-36). */
export const ticketRules = object({
  ticketType: number()
    .transform(emptyToUndefined)
    .typeError(ticketMessages.typeMissing)
    .required(ticketMessages.typeMissing)
    .oneOf(codes, ticketMessages.typeMissing),
  jobId: jobOfTicket(),
  ticketTitle: words(ticketMessages.titleMissing, 160, ticketMessages.titleTooLong),
  description: words(ticketMessages.descriptionMissing, 4000, ticketMessages.descriptionTooLong),
  images: uploads(MOST_IMAGES).min(1, ticketMessages.imageMissing).required(ticketMessages.imageMissing),
});
export type NewTicket = Omit<InferType<typeof ticketRules>, 'jobId'> & { jobId: string };

/** The choice 'No job' of the form. An empty value means that nothing is chosen, which the form refuses (REPORTISSUE-07). */
export const NO_JOB = 'none';

export const ticketForm = ticketRules.shape({
  jobId: string()
    .typeError(ticketMessages.jobMissing)
    .required(ticketMessages.jobMissing)
    .when('ticketType', ([type], job) => (mayHaveNoJob(type) ? job : job.notOneOf([NO_JOB], ticketMessages.jobMissing))),
});

export const ticketCall = (ticket: InferType<typeof ticketForm>): NewTicket => ({
  ...ticket,
  jobId: ticket.jobId === NO_JOB ? '' : ticket.jobId,
});
