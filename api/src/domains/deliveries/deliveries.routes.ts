import { listDeliveries, retryDelivery } from '@portal/contracts/deliveries/deliveries.endpoints';
import { bindOpen } from '../../platform/http/http-binding';
import * as deliveries from './deliveries.service';

export const deliveriesRoutes = [
  bindOpen(listDeliveries, ({ state }) => deliveries.list(state)),
  bindOpen(retryDelivery, ({ id }) => deliveries.retry(id)),
];
