import { array, boolean, type InferType, number, object, type Schema } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { changeEmailInput, changeMobileInput, contactCodeRules, contactKinds, contactMessages } from './guards.contacts';

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
    confirmed: true,
    input,
    output: contactChangeShape,
    ok: contactMessages.sent,
  });

/**
 * Sends a code to the new address; nothing is changed before it is entered. An earlier waiting change is replaced. 400 marks the
 * address of now, 409 another guard's, 429 too many.
 */
export const changeEmail = asking('email', changeEmailInput);
/** As `changeEmail`, by SMS. */
export const changeMobile = asking('mobile', changeMobileInput);

/** Whether the guard has read a code or followed a link at the own e-mail address. */
export const emailProof = endpoint({
  id: 'guards.email-proof',
  method: 'GET',
  path: '/guard/email-proof',
  auth: 'approved',
  input: nothing(),
  output: object({ isProven: boolean().required() }),
});

/** Sends a code to the own address; `confirmContact` takes it. It replaces a change of the address that waits. 409 proven already, 429 too many. */
export const proveEmail = endpoint({
  id: 'guards.prove-email',
  method: 'POST',
  path: '/guard/email-proof',
  auth: 'approved',
  input: nothing(),
  output: contactChangeShape,
  ok: contactMessages.sent,
});

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
