import { acknowledgeOrders, ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { setOrders, showOrders } from '@portal/contracts/orders/orders.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as orders from './orders.service';

export const ordersRoutes = [
  bind(ordersOfShift, (me, input) => orders.newestOrders(me.id, input)),
  bind(acknowledgeOrders, (me, input) => orders.acknowledge(me.id, input)),
  bindOpen(setOrders, (input) => orders.set(input)),
  bindOpen(showOrders, (input) => orders.show(input)),
];
