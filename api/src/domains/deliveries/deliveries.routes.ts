import { listDeliveries, retryDead, retryDelivery } from '@portal/contracts/deliveries/deliveries.staff';
import { bindOpen } from '../../platform/http/routes';
import * as deliveries from './deliveries.service';

export const deliveriesRoutes = [
  bindOpen(listDeliveries, (input) => deliveries.list(input)),
  bindOpen(retryDelivery, ({ id }) => deliveries.retry(id)),
  bindOpen(retryDead, (input) => deliveries.retryDead(input)),
];
