import { array, type InferType, number, object, type Schema, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, instant, nothing } from '../_kernel/shapes';
import { changeEmailRules, changeMobileRules, contactCodeRules, contactKinds, contactMessages } from './guards.contacts';

const kind = () =>
  string()
    .required()
    .oneOf([...contactKinds], 'Unknown contact');

/** A new address or number that waits for its code. */
export const contactChangeShape = object({
  kind: kind(),
  value: string().required(),
  sentAt: instant().required(),
  /** From then on only a new code helps. */
  expiresAt: instant().required(),
  triesLeft: number().required(),
});
export type ContactChange = InferType<typeof contactChangeShape>;

/** What of the guard's own contacts waits for a code, at most one of each kind; for a day after its last code. */
export const contactChanges = endpoint({
  id: 'guards.contact-changes',
  method: 'GET',
  path: '/guard/contact-changes',
  auth: 'approved',
  input: nothing(),
  output: array(contactChangeShape.required()).required() as unknown as Schema<ContactChange[]>,
});

const asking = <In>(act: string, input: Schema<In>) =>
  endpoint({
    id: `guards.change-${act}`,
    method: 'POST',
    path: `/guard/contact-changes/${act}`,
    auth: 'approved',
    input,
    output: contactChangeShape,
    ok: contactMessages.sent,
  });

/**
 * Sends a code to the new address; nothing is changed before it is entered. One that waits is replaced. 400 marks a wrong password or
 * the address of now, 409 another guard's, 429 too many.
 */
export const changeEmail = asking('email', changeEmailRules);
/** As `changeEmail`, by SMS. */
export const changeMobile = asking('mobile', changeMobileRules);

/** Sends another code; the one before counts no more. 404 nothing waits, 429 with Retry-After while the wait runs. */
export const resendContactCode = endpoint({
  id: 'guards.resend-contact-code',
  method: 'POST',
  path: '/guard/contact-changes/:kind/resend',
  auth: 'approved',
  input: object({ kind: kind() }),
  output: contactChangeShape,
  ok: contactMessages.sent,
});

/** Makes the new one the guard's, and tells the old one. 400 not the code, 410 none can be tried any more, 409 it became another guard's. */
export const confirmContact = endpoint({
  id: 'guards.confirm-contact',
  method: 'POST',
  path: '/guard/contact-changes/:kind/confirm',
  auth: 'approved',
  input: contactCodeRules.shape({ kind: kind() }),
  output: anything(),
});

/** Forgets what waits; nothing waiting replies the same. */
export const giveUpContact = endpoint({
  id: 'guards.give-up-contact',
  method: 'DELETE',
  path: '/guard/contact-changes/:kind',
  auth: 'approved',
  input: object({ kind: kind() }),
  output: anything(),
  ok: contactMessages.givenUp,
});
