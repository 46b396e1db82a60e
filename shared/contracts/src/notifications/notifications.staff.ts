import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { isOwnPath } from '../_kernel/path';
import { guardName, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { notificationShape } from './notifications.endpoints';
import { notificationMessages } from './notifications.rules';

const ownPath = () => optionalText(300).test('own', notificationMessages.notOwn, (to) => !to || isOwnPath(to));

export const notify = endpoint({
  id: 'notifications.notify',
  method: 'POST',
  path: '/notifications/notify',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'notify', arguments: ['guard', 'title', 'description'], summary: 'adds an alert for a guard' },
  input: object({
    guard: guardName(),
    title: string().trim().required().max(160),
    description: string().trim().max(2000),
    to: ownPath(),
  }),
  output: notificationShape,
});
