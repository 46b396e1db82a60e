import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { email, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** Enquiries of visitors, latest first, at most 200. `held`: the hidden field was filled in, so a program wrote it. */
export const listEnquiries = endpoint({
  id: 'enquiries.list',
  method: 'GET',
  path: '/enquiries',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'list-enquiries', arguments: ['pageId'], summary: 'lists the enquiries of visitors, latest first' },
  input: object({ pageId: string() }),
  output: array(
    object({
      name: string().required(),
      email: string().required(),
      phone: string().required(),
      query: string().required(),
      pageId: string().required(),
      createdAt: instant().required(),
      consentedAt: instant().nullable(),
      held: boolean(),
    }),
  ).required(),
});

/** Deletes every enquiry of an e-mail address, on request of its owner. 404: none found. */
export const deleteEnquiries = endpoint({
  id: 'enquiries.delete',
  method: 'POST',
  path: '/enquiries/delete',
  auth: 'staff',
  roles: ['support'],
  command: {
    name: 'delete-enquiries',
    arguments: ['email'],
    summary: 'deletes the enquiries of an e-mail address, at the request of its owner',
  },
  input: object({ email: email() }),
  output: object({ deleted: number().required() }).required(),
});
