import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { orderMessages } from './orders.rules';

export const ordersShape = object({
  version: number().required(),
  setAt: instant().required(),
  sections: array(
    object({
      title: string().required(),
      text: string().required(),
      /** A data URL, so that the kept reply has it without a connection. */
      picture: string().nullable().defined(),
    }),
  ).required(),
  contacts: array(object({ name: string().required(), phone: string().required(), note: string().defined() })).required(),
});
export type Orders = InferType<typeof ordersShape>;

/** The newest post orders of the site of one of the guard's shifts; null if it has none. 404: not a shift of the guard. */
export const ordersOfShift = endpoint({
  id: 'orders.of-shift',
  method: 'GET',
  path: '/shift/orders',
  auth: 'approved',
  keptOnDevice: true,
  input: object({ shiftId: id().required() }),
  output: ordersShape.nullable().defined(),
});

/**
 * The guard has read a version of the post orders. Kept with its own time, also when it waited on the device. A repetition replies the first time.
 * 404: not a shift of the guard, or no such version of its site.
 */
export const acknowledgeOrders = endpoint({
  id: 'orders.acknowledge',
  method: 'POST',
  path: '/shift/orders/read',
  auth: 'approved',
  input: object({ jobId: id().required(), shiftId: id().required(), version: number().integer().min(1).required(), at: instant() }),
  output: object({ version: number().required(), at: instant().required() }),
  ok: orderMessages.acknowledged,
});
