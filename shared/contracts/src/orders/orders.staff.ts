import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { uploads } from '../_kernel/upload';
import { orderLimits, ordersProblem } from './orders.rules';

/**
 * Stores the next version of the post orders of a job's site, for all jobs there. Guards with a shift to come are notified. `orders` is the text of a
 * file (`orderRules`), `pictures` are the files that its sections name. 400: the first problem. 404: unknown job.
 */
export const setOrders = endpoint({
  id: 'orders.set',
  method: 'POST',
  path: '/orders',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'set-orders',
    arguments: ['jobId'],
    summary: "stores the next version of the post orders of a job's site from a JSON file, and notifies its guards",
    textFile: { key: 'orders', problem: ordersProblem },
  },
  body: 'multipart',
  input: object({ jobId: id().required(), orders: string().required().max(100_000), pictures: uploads(orderLimits.pictures) }),
  output: object({ version: number().required(), locationName: string().required(), notified: number().required() }),
});

/** The newest post orders of a job's site, and who of the guards with a running or coming shift has read them. 404: unknown job. */
export const showOrders = endpoint({
  id: 'orders.show',
  method: 'GET',
  path: '/orders',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'show-orders', arguments: ['jobId'], summary: "shows the post orders of a job's site, and which guards have read them" },
  input: object({ jobId: id().required() }),
  output: object({
    version: number().required(),
    setAt: instant().nullable().defined(),
    sections: array(object({ title: string().required(), text: string().required() })).required(),
    contacts: array(object({ name: string().required(), phone: string().required(), note: string().defined() })).required(),
    guards: array(object({ guard: string().required(), readAt: instant().nullable().defined() })).required(),
  }),
});
