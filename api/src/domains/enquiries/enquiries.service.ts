import type { Input } from '@portal/contracts/_kernel/endpoint';
import { site } from '@portal/contracts/_kernel/site';
import type { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/db';
import { send } from '../../platform/outgoing';
import { countTry } from '../../platform/rate-limit';
import * as enquiries from './enquiries.repository';

const perAddress = { bucket: 'enquiries.address', max: 20, perSeconds: 3600 };
const LISTED = 200;

/** Stores what a visitor asks and tells staff; one address asks twenty times an hour. */
export async function receive(enquiry: Input<typeof sendEnquiry>, address: string): Promise<null> {
  await countTry(perAddress, address);
  return transaction(async () => {
    await enquiries.insert(enquiry, nowText());
    const { pageId, name, email, phone, query } = enquiry;
    const body = `${name} (${email}, ${phone})\n\n${query}`;
    await send({ channel: 'mail', to: site.supportEmail, subject: `Enquiry: ${pageId}, ${name}`, body });
    return null;
  });
}

/** What visitors asked on a page, or on all of them, latest first. */
export const list = (pageId: string | undefined) => enquiries.latest(pageId, LISTED);
