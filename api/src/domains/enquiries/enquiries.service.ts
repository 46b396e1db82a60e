import type { Input } from '@portal/contracts/_kernel/endpoint';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import type { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { enquiryMessages } from '@portal/contracts/enquiries/enquiries.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { limitPublicForm } from '../../platform/http/rate-limit';
import { mailSupport } from '../../platform/messages/message-queue';
import * as enquiries from './enquiries.repository';

const LISTED = 200;

/** Stores a visitor's enquiry and notifies staff; an enquiry of a bot is stored without a mail. */
export async function receive(enquiry: Input<typeof sendEnquiry>, address: string): Promise<null> {
  const { pageId, name, email, phone, query, [HONEYPOT]: trapped } = enquiry;
  await limitPublicForm('enquiries', { address, email });
  return transaction(async () => {
    const held = Boolean(trapped);
    await enquiries.insert({ pageId, name, email, phone, query, held }, nowText());
    const body = `${name} (${email}, ${phone})\n\n${query}`;
    if (!held) await mailSupport({ guardId: null, subject: `Enquiry: ${pageId}, ${name}`, body });
    return null;
  });
}

/** The enquiries of a page, or of all pages, latest first. */
export const list = (pageId: string | undefined) => enquiries.latestEnquiries(pageId, LISTED);

/** Deletes each enquiry of an address. 404 when there is none. */
export async function deleteOf(email: string): Promise<{ deleted: number }> {
  const deleted = await enquiries.deleteOf(email.toLowerCase());
  return deleted > 0 ? { deleted } : fail(404, enquiryMessages.none);
}
