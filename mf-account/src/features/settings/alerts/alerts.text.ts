import type { Guard } from '@portal/contracts/_kernel/guard';

export type Settings = Guard['notificationSettings'];
export type AlertKind = Exclude<keyof Settings, 'isNotification'>;
export type AlertChannel = keyof Settings[AlertKind];

/** A row of the matrix; `push` is the main switch. */
export type AlertRow = AlertKind | 'push';

export const kinds: readonly { id: AlertKind; title: string; hint: string }[] = [
  { id: 'newJob', title: 'New job', hint: 'A job near you, in one of your specialities.' },
  { id: 'chat', title: 'Chat', hint: 'A message in the chat of one of your jobs.' },
  { id: 'jobAward', title: 'Job award', hint: 'A job that you applied for is yours.' },
  { id: 'jobCancel', title: 'Job cancel', hint: 'A job or shift of yours is cancelled or changed.' },
];

export const channels: readonly { id: AlertChannel; label: string }[] = [
  { id: 'isSMS', label: 'SMS' },
  { id: 'isEmail', label: 'E-mail' },
  { id: 'isNotification', label: 'Notification' },
];
