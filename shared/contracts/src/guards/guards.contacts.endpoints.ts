import { array, boolean, type InferType, number, object, type Schema } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { changeEmailInput, changeMobileInput, contactCodeRules, contactKinds, contactMessages } from './guards.contacts';

const kind = () =>
  string()
    .required()
    .oneOf([...contactKinds], 'Unknown contact');

/** A new address or number that is not yet confirmed by its code. */
export const contactChangeShape = object({
  kind: kind(),
  value: string().required(),
  sentAt: instant().required(),
  /** When the code expires. The guard then needs a new one. */
  expiresAt: instant().required(),
  triesLeft: number().required(),
});
export type ContactChange = InferType<typeof contactChangeShape>;

/** The guard's unconfirmed contact changes, at most one of each kind. They disappear one day after their last code. */
export const contactChanges = endpoint({
  id: 'guards.contact-changes',
  method: 'GET',
  path: '/guard/contact-changes',
  auth: 'approved',
  input: nothing(),
  output: array(contactChangeShape.required()).required() as unknown as Schema<ContactChange[]>,
});

const changeEndpoint = <In>(act: string, input: Schema<In>) =>
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
 * Sends a code to the new address. The address changes only after the code is entered. Replaces an earlier unconfirmed change. 400 marks
 * the current address, 409 another guard's, 429 too many codes.
 */
export const changeEmail = changeEndpoint('email', changeEmailInput);
/** Like `changeEmail`, by SMS. */
export const changeMobile = changeEndpoint('mobile', changeMobileInput);

/** Whether the guard has entered a code from their e-mail address or followed a link in a mail. */
export const emailProof = endpoint({
  id: 'guards.email-proof',
  method: 'GET',
  path: '/guard/email-proof',
  auth: 'approved',
  input: nothing(),
  output: object({ isProven: boolean().required() }),
});

/**
 * Sends a code to the guard's current address; `confirmContact` accepts it. Replaces an unconfirmed change of the address. 409: already
 * proven. 429: too many codes.
 */
export const proveEmail = endpoint({
  id: 'guards.prove-email',
  method: 'POST',
  path: '/guard/email-proof',
  auth: 'approved',
  input: nothing(),
  output: contactChangeShape,
  ok: contactMessages.sent,
});

/** Sends another code and invalidates the previous one. 404: no unconfirmed change. 429 with Retry-After: too soon after the last. */
export const resendContactCode = endpoint({
  id: 'guards.resend-contact-code',
  method: 'POST',
  path: '/guard/contact-changes/:kind/resend',
  auth: 'approved',
  input: object({ kind: kind() }),
  output: contactChangeShape,
  ok: contactMessages.sent,
});

/** Saves the new address or number and notifies the old one. 400: wrong code. 410: no tries left. 409: it is another guard's by now. */
export const confirmContact = endpoint({
  id: 'guards.confirm-contact',
  method: 'POST',
  path: '/guard/contact-changes/:kind/confirm',
  auth: 'approved',
  input: contactCodeRules.shape({ kind: kind() }),
  output: anything(),
});

/** Deletes an unconfirmed change. Replies with success if there is none. */
export const cancelContactChange = endpoint({
  id: 'guards.give-up-contact',
  method: 'DELETE',
  path: '/guard/contact-changes/:kind',
  auth: 'approved',
  input: object({ kind: kind() }),
  output: anything(),
  ok: contactMessages.givenUp,
});
