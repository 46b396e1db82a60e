import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationMessages } from '@portal/contracts/notifications/notifications.rules';
import { notifyGuard } from './notify.service';

/** Sends the message that the thank-you page promises, by e-mail, by text message, and as a push message if the guard allows those. */
export const tellApproval = (guardId: string) =>
  notifyGuard(guardId, 'other', {
    title: notificationMessages.approved,
    description: notificationMessages.approvedNext,
    to: jobsPaths.search(),
    isUrgent: true,
    isBySms: true,
  });
