import { randomInt } from 'node:crypto';
import { copy } from '@portal/contracts/_kernel/copy';
import {
  type ContactKind,
  contactCode,
  contactLimits,
  contactMessages,
  mobileChanged,
  proofCode,
} from '@portal/contracts/guards/guards.contacts';
import type { ContactChange } from '@portal/contracts/guards/guards.contacts.endpoints';
import { emailChanged } from '@portal/contracts/guards/guards.registration';
import { now } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { limitAttempts, refuseTooMany } from '../../platform/http/rate-limit';
import { ReplyWithMessage } from '../../platform/http/routes';
import { hashPassword, verifyPassword } from '../../platform/identity/passwords';
import { type VerifiedAccess, withAccessRecheck } from '../../platform/identity/recheck-access';
import { isActive, type SignedIn } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import * as rows from './contacts.repository';
import { guard } from './guards.service';
import { contactsOfOthers } from './registration.repository';
import { contactChanges, refuseTaken, refuseTakenContact } from './registration.service';

const codes = { bucket: 'contacts.code', max: contactLimits.codesADay, perSeconds: 86_400 };
const fields = { email: 'email', mobile: 'mobileNumber' } as const;

/** The guard's pending changes of contacts. */
export const pendingChanges = (guardId: string): Promise<ContactChange[]> => rows.pendingChangesOf(guardId);

/** A new code, ready to be sent. */
export interface PreparedCode {
  kind: ContactKind;
  value: string;
  code: string;
  hash: string;
  /** When the code that this one replaces was sent; undefined to replace any. */
  sentAt?: string;
}

/** 429 after a day's codes. */
export async function prepareCode(guardId: string, kind: ContactKind, value: string): Promise<PreparedCode> {
  await limitAttempts(codes, guardId);
  const code = String(randomInt(10 ** contactLimits.length)).padStart(contactLimits.length, '0');
  return { kind, value, code, hash: await hashPassword(code) };
}

/** Runs `act` if the guard's session is still active, because a new contact will give access to the account. 401 otherwise. */
async function whileIn<T extends NonNullable<unknown>>(me: SignedIn, act: (way: VerifiedAccess) => Promise<T>): Promise<T> {
  return (await withAccessRecheck(me.id, () => isActive(me.sessionId), act)) ?? fail(401, copy.sessionExpired);
}

/** Sends the code to the new contact and stores the pending change in place of an earlier one. 429 when another call was faster. */
export const sendCode = (me: SignedIn, { kind, code, ...ready }: PreparedCode): Promise<ContactChange> =>
  whileIn(me, async (way) => {
    const made = (await rows.putChange(way, kind, ready)) ?? refuseTooMany(contactLimits.resendSeconds);
    const channel = kind === 'email' ? 'mail' : 'sms';
    const isOwn = kind === 'email' && ready.value === (await guard(me.id)).email;
    await queueMessage({
      channel,
      to: ready.value,
      guardId: me.id,
      subject: channel === 'mail' ? contactCode.subject : '',
      body: isOwn ? proofCode.body(code) : contactCode.body(code, kind),
      isSecret: true,
      isUrgent: true,
    });
    notifyChanged(me.id, 'guards');
    return made;
  });

/**
 * Prepares a code for the new address or number. A caller who tries one contact after the other learns no more than at the sign-up: tries are
 * counted together with attempts of the registration.
 */
export async function prepareChange(guardId: string, kind: ContactKind, given: string): Promise<PreparedCode> {
  const value = kind === 'email' ? given.toLowerCase() : given;
  const stored = await guard(guardId);
  const field = fields[kind];
  if (stored[field] === value) failValidation({ [field]: kind === 'email' ? contactMessages.sameEmail : contactMessages.sameMobile });
  await limitAttempts(contactChanges, guardId);
  const others = await contactsOfOthers(guardId, kind === 'email' ? value : '', kind === 'mobile' ? value : '');
  if (others[field]) refuseTakenContact(field);
  return prepareCode(guardId, kind, value);
}

/** Prepares another code for a pending change. 404 without one, 429 within the wait. */
export async function prepareAnotherCode(guardId: string, kind: ContactKind): Promise<PreparedCode> {
  const one = (await rows.pendingChangesOf(guardId)).find((change) => change.kind === kind) ?? fail(404, contactMessages.none);
  const wait = Math.ceil((Date.parse(one.sentAt) - now().getTime()) / 1000) + contactLimits.resendSeconds;
  if (wait > 0) refuseTooMany(wait);
  return { ...(await prepareCode(guardId, kind, one.value)), sentAt: one.sentAt };
}

/** Checks a code; the try counts even if the change then fails. 400 wrong code, 410 no tries left. */
export async function tryCode(guardId: string, kind: ContactKind, code: string): Promise<rows.CodeAttempt> {
  const tried = (await rows.tryCode(guardId, kind)) ?? fail(410, contactMessages.codeSpent);
  if (!(await verifyPassword(code, tried.codeHash)))
    fail(400, contactMessages.codeInvalid, { fields: { code: contactMessages.codeInvalid } });
  return tried;
}

/** A right code makes the contact the guard's, in one transaction with the notice to the old one. */
export async function confirm(me: SignedIn, kind: ContactKind, tried: rows.CodeAttempt): Promise<ReplyWithMessage<null>> {
  const isOwn = await whileIn(me, async (way) => {
    const { email, mobileNumber } = await guard(me.id);
    if (!(await rows.takeChange(me.id, kind, tried))) fail(410, contactMessages.codeSpent);
    await rows.setContact(way, kind, tried.value);
    if (kind === 'email' && tried.value === email) {
      notifyChanged(me.id, 'guards');
      return { yes: true };
    }
    if (kind === 'email')
      await queueMessage({
        channel: 'mail',
        to: email,
        guardId: me.id,
        subject: emailChanged.subject,
        body: emailChanged.body(tried.value),
      });
    else await queueMessage({ channel: 'sms', to: mobileNumber, guardId: me.id, ...mobileChanged });
    notifyChanged(me.id, 'guards');
    return { yes: false };
  }).catch(refuseTaken);
  return new ReplyWithMessage(null, isOwn.yes ? contactMessages.confirmed : contactMessages.changed[kind]);
}

/** Ends changes that were begun before a second factor was added, because from then on a change requires the factor. Within the transaction. */
export const endChanges = (guardId: string): Promise<void> => rows.dropChanges(guardId);

/** Cancels a pending change. */
export const giveUp = (guardId: string, kind: ContactKind): Promise<null> =>
  transaction(async () => {
    await lock({ guard: guardId });
    await rows.dropChange(guardId, kind);
    notifyChanged(guardId, 'guards');
    return null;
  });
