import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { listSubscribers, unsubscribe } from '@portal/contracts/newsletter/newsletter.staff';
import { bindOpen } from '../../platform/http/routes';
import * as newsletter from './newsletter.service';

export const newsletterRoutes = [
  bindOpen(subscribe, (input, { address }) => newsletter.subscribe(input, address)),
  bindOpen(listSubscribers, newsletter.list),
  bindOpen(unsubscribe, ({ email }) => newsletter.unsubscribe(email)),
];
