import { object } from 'yup';
import { ownPassword } from '../_kernel/own-password';

export const privacyMessages = {
  exportAsked: 'We are making your copy. You can leave this page; the copy will be here when it is ready.',
  exportNotAsked: 'Your copy could not be requested. Please try again.',
  exportReady: 'Your copy is ready',
  exportSame: (time: string) => `This is your latest copy. A new one can be made from ${time} on.`,
  exportOver: 'Your last copy has expired.',
  exportGone: 'This copy has expired. Please make a new one.',
  exportFailed: 'Your copy could not be made. Please try again.',
  notDownloaded: 'Your copy was not downloaded. Please try again.',
  deletionAsked: 'We received your request. You can take it back until the date shown here.',
  deletionTakenBack: 'Your request is taken back. Nothing was deleted.',
  deletionNotSent: 'Nothing was changed. Please try again.',
  noDeletion: 'There is no request to take back.',
  tooEarly: (day: string) => `It can be taken back until ${day}. Carry it out after that day.`,
  shiftsAhead: 'The guard still has shifts. End them, or take them back.',
  moneyLeft: 'There is still money in the wallet. Pay it out first.',
} as const;

export const privacyLimits = {
  /** Hours in which a finished copy can be downloaded. */
  linkHours: 24,
  /** Minutes in which a repeated request returns the same finished copy. */
  sameMinutes: 60,
  /** Days in which the guard can cancel a deletion request. */
  takeBackDays: 30,
  locations: 10,
  /** Years of retention after the year of the deletion. */
  keptYears: 6,
} as const;

/** The categories of stored data of a guard, with the reasons. The server counts each by its id. */
export const dataCategories = {
  profile: { name: 'Profile and address', why: 'To know who you are, to reach you, and to show you jobs near you.' },
  documents: { name: 'Licence, identity documents and past employers', why: 'To check that you may work as a guard.' },
  bank: {
    name: 'Bank details',
    why: 'To pay you. They are kept encrypted. You see only the last digits; the staff who pay you can see them in full.',
  },
  work: { name: 'Applications, shifts, breaks and leave', why: 'To plan your shifts, and to work out what you are paid.' },
  pay: { name: 'Earnings and withdrawals', why: 'To pay you, and because tax authorities may ask for it.' },
  ratings: { name: 'Ratings by customers', why: 'To help customers choose a guard. You can appeal each.' },
  enotes: { name: 'E-notes and recordings', why: 'They are the record of the site that the customer hired you to watch.' },
  chat: { name: 'Chat messages that you wrote', why: 'So the guards on a job and our staff can work together.' },
  reports: { name: 'Tickets, injury reports and reported jobs', why: 'To answer you, and to have proof of what happened.' },
  locations: { name: 'Locations', why: 'Each is listed below, with the reason it was read.' },
  files: { name: 'Pictures and recordings', why: 'They belong to the documents, notes and reports above.' },
  alerts: { name: 'Alerts', why: 'So you can read them again.' },
  sessions: { name: 'Devices where you are signed in', why: 'To keep you signed in, and to let you sign out a lost phone.' },
} as const;
export type DataCategory = keyof typeof dataCategories;

/** The reason for reading a location, keyed by the guard's action. */
export const locationReasons = {
  arrival: 'You recorded your arrival: it shows that you were at the site.',
  sos: 'You pressed SOS: it tells our team where you were.',
  enote: 'You added the place to an e-note: it shows where it happened.',
} as const;
export type LocationKind = keyof typeof locationReasons;

/** The data that a deletion removes, as texts for the guard. */
export const deletedData = [
  'Your name, e-mail, phone number, date of birth, address and password',
  'Your licence, identity documents, past employers, pictures and recordings',
  'Your bank details',
  'Your ratings, tickets, reported jobs, alerts, leave requests and the words of your chat messages',
  'Every location that was read',
] as const;

/** The data that must be retained for some years, and why. */
export const retainedData = [
  {
    what: 'What you earned and were paid, the shifts it was for, and your name',
    until: `${privacyLimits.keptYears} years after the end of the year in which your account is deleted`,
    why: 'Tax authorities may ask for pay records for that long. Nothing else is done with them.',
  },
  {
    what: 'Injury reports with their pictures, and that an SOS was raised',
    until: 'as long as the pay records',
    why: 'You or someone else may need them to claim compensation.',
  },
  {
    what: 'The text of your e-notes, without your name, recordings and places',
    until: 'as long as the customer keeps the record of the site',
    why: 'They are the customer’s record of what happened there.',
  },
] as const;

/** The previous release sends the password. */
export const deletionInput = object({ password: ownPassword().notRequired() });
