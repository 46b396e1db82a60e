import { endpoint } from '../_kernel/endpoint';
import { sectorPages } from '../_kernel/sectors';
import { anything } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { enquiryId, pageIdOf, pageIds } from './enquiries.pages';
import { enquiryMessages, enquiryRules } from './enquiries.rules';

const knownPages: string[] = [...Object.values(pageIds), ...sectorPages.map(({ type }) => pageIdOf(type))];

/**
 * An enquiry of a visitor on Contact Us, Training or a sector page; `pageId` names the page (`enquiries.pages`). If `HONEYPOT` is filled
 * in, the reply is the same, but the enquiry is withheld: it is stored and no mail is sent.
 */
export const sendEnquiry = endpoint({
  id: enquiryId,
  method: 'POST',
  path: '/reach-us/public/add',
  auth: 'basic',
  input: enquiryRules.shape({
    pageId: string().required('Name the page').oneOf(knownPages, 'Unknown page'),
  }),
  output: anything(),
  ok: enquiryMessages.received,
});
