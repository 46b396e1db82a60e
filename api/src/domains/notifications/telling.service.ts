import type { Guard } from '@portal/contracts/_kernel/guard';
import { send } from '../../platform/outgoing';
import { guard } from '../guards/guards.service';
import { notify } from './notifications.service';

/** What a guard may choose the ways of. */
export type About = Exclude<keyof Guard['notificationSettings'], 'isNotification'>;

/**
 * Tells a guard something that matters: among their alerts always, and by e-mail and text message as their notification settings say.
 * Joins the transaction around it; messages are handed on after its commit.
 */
export async function tell(guardId: string, about: About, title: string, description: string): Promise<void> {
  await notify(guardId, title, description);
  const { email, mobileNumber, notificationSettings } = await guard(guardId);
  const { isEmail, isSMS } = notificationSettings[about];
  const body = description || title;
  if (isEmail) await send({ channel: 'mail', to: email, subject: title, body });
  if (isSMS && mobileNumber) await send({ channel: 'sms', to: mobileNumber, subject: title, body: `${title}. ${description}`.trim() });
}
