import { localTime, type Zone } from '../_kernel/formats';
import { optionalNumber } from '../_kernel/shapes';

/** Times in minutes. */
export const welfareLimits = {
  every: { least: 15, most: 120 },
  grace: { least: 1, most: 15, usual: 5 },
} as const;

export const welfareMessages = {
  title: 'Welfare check',
  askTitle: 'Are you OK?',
  again: 'Second call: are you OK?',
  /** The one button. */
  answer: 'I am OK',
  about: (minutes: number) => `This site asks every ${minutes} minutes whether you are OK.`,
  how: 'You answer with one tap on this page.',
  howBySms: 'You answer with one tap on this page, or by replying to our text message.',
  next: (at: string, zone: Zone) => `Next welfare check: ${localTime(at, zone)}`,
  paused: 'Welfare checks are paused during your break.',
  answerBy: (at: string, zone: Zone) => `If you do not answer by ${localTime(at, zone)}, we alert dispatch.`,
  /** The page shows the question at the known time, before the server's ask or without it. */
  offline: 'It is time for your welfare check.',
  alerted: 'You did not answer, so we alerted dispatch. If you are OK, please answer now.',
  /** The notice on every screen after an acknowledgement. */
  seen: (at: string, by: string | null | undefined) => `${by ?? 'Dispatch'} saw at ${at} that you did not answer a welfare check`,
  answered: 'Noted: you are OK.',
  tooOld: 'This answer is too old for the current check. If you are OK, please press again.',
  kept: 'Noted on this phone. We will send it when you are back online.',
  notSaved: 'Your answer was not saved. Please press again.',
  notRunning: 'This shift is not running, so it has no welfare check.',

  /** The alert, push message and text message of the ask and of the second call. */
  alert: (answerBy: string, zone: Zone) => `Are you OK? Please answer by ${localTime(answerBy, zone)}`,
  alertAgainTitle: 'Welfare check, second call',
  alertAgain: (answerBy: string, zone: Zone) => `You have not answered. At ${localTime(answerBy, zone)} we alert dispatch.`,
  replyWith: (code: string) => `Reply ${code} if you are OK.`,
  openPage: 'Open On Job and press “I am OK”.',
  smsAnswered: (at: string, zone: Zone) => `Thank you. We noted at ${localTime(at, zone)} that you are OK.`,

  every: `A check every ${welfareLimits.every.least} to ${welfareLimits.every.most} minutes; 0 turns it off`,
  grace: `A grace period of ${welfareLimits.grace.least} to ${welfareLimits.grace.most} minutes`,
};

const { every, grace } = welfareLimits;

/** 0 ends the checks of a site. */
export const everyMinutes = () =>
  optionalNumber()
    .integer(welfareMessages.every)
    .required(welfareMessages.every)
    .test('range', welfareMessages.every, (value) => value === 0 || (value >= every.least && value <= every.most));

export const graceMinutes = () =>
  optionalNumber().integer(welfareMessages.grace).min(grace.least, welfareMessages.grace).max(grace.most, welfareMessages.grace);

/** The battery level of the phone in percent. Few browsers report it. */
export const battery = () => optionalNumber().integer('Whole percent').min(0, 'Not a percentage').max(100, 'Not a percentage');
