import { liveEvents } from '@portal/contracts/_kernel/event';
import type { Guard } from '@portal/contracts/_kernel/guard';
import type { Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { emitEvent, guardRoom } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { queuePush } from '../../platform/messages/push-queue';
import { contactsOf } from '../guards/guards.service';
import { record } from './notifications.service';

type Settings = Guard['notificationSettings'];
/** Topics with a row in the guard's settings; `other`: all topics without one. */
export type NotificationTopic = Exclude<keyof Settings, 'isNotification'> | 'other';

/** Topics without a row: alert, toast and push message, without e-mail and text message. */
const other = { isSMS: false, isEmail: false, isNotification: true };

export interface NotificationContent {
  title: string;
  description?: string | undefined;
  /** More lines of the e-mail and the text message, which then have the address of `to`, too. */
  details?: readonly string[];
  /** The target of the link: a path of the portal from the contracts' `*.paths.ts`. */
  to?: string | undefined;
  /** True: always by e-mail. For news that would end a guard's work if missed, and that have no row in the settings. */
  isUrgent?: boolean;
  /** True: always by text message. */
  isBySms?: boolean;
}

/**
 * Sends every notification to a guard: it is always stored in the alerts; it is a toast on open pages, a push message, an e-mail and a text message
 * according to the guard's settings. Joins the surrounding transaction; everything is sent after its commit.
 */
export const notifyGuard = (
  guardId: string,
  about: NotificationTopic,
  { title, description = '', details = [], to, isUrgent = false, isBySms = false }: NotificationContent,
): Promise<Notification> =>
  transaction(async () => {
    const { email, mobileNumber, notificationSettings } = await contactsOf(guardId);
    const { isEmail, isSMS, isNotification } = about === 'other' ? other : notificationSettings[about];
    const notification = await record(guardId, { title, description, to: to ?? null, isToast: isNotification });
    const body = description || title;
    const { portalUrl } = currentServices().env;
    const link = to && portalUrl && details.length > 0 ? [portalUrl + to] : [];
    const withDetails = (text: string) => [text, ...details, ...link].join('\n');
    if (isNotification) {
      emitEvent(guardRoom(guardId), liveEvents, 'notice', { id: notification.id, title, body: description });
      if (notificationSettings.isNotification) await queuePush(guardId, { notificationId: notification.id, title, body, to: to ?? null });
    }
    if (isEmail || isUrgent) await queueMessage({ channel: 'mail', to: email, guardId, subject: title, body: withDetails(body) });
    if ((isSMS || isBySms) && mobileNumber)
      await queueMessage({
        channel: 'sms',
        to: mobileNumber,
        guardId,
        subject: title,
        body: withDetails(`${title}. ${description}`.trim()),
      });
    return notification;
  });
