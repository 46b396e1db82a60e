import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { sectorPages } from '../_kernel/sectors';
import { anything, email, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { enquiryId, pageIdOf, pageIds } from './enquiries.pages';
import { enquiryMessages, enquiryRules } from './enquiries.rules';

const known: string[] = [...Object.values(pageIds), ...sectorPages.map(({ type }) => pageIdOf(type))];

/**
 * What a visitor asks on Contact Us, Training and the sector pages, which `pageId` names (`enquiries.pages`). What has `HONEYPOT` filled in
 * is answered alike and held back: it is stored, and no mail goes out.
 */
export const sendEnquiry = endpoint({
  id: enquiryId,
  method: 'POST',
  path: '/reach-us/public/add',
  auth: 'basic',
  input: enquiryRules.shape({
    pageId: string().required('Name the page').oneOf(known, 'Unknown page'),
  }),
  output: anything(),
  ok: enquiryMessages.received,
});

/** What visitors asked, latest first, at most 200. `held`: by its hidden field, a program wrote it. */
export const listEnquiries = endpoint({
  id: 'enquiries.list',
  method: 'GET',
  path: '/enquiries',
  auth: 'staff',
  roles: ['support'],
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

/** Deletes each enquiry of an address, as its owner asked. 404: there is none. */
export const deleteEnquiries = endpoint({
  id: 'enquiries.delete',
  method: 'POST',
  path: '/enquiries/delete',
  auth: 'staff',
  roles: ['support'],
  input: object({ email: email() }),
  output: object({ deleted: number().required() }).required(),
});
