import { torontoDate } from '@portal/contracts/_kernel/clock';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { isOfAge } from '@portal/contracts/_kernel/person';
import type { register } from '@portal/contracts/auth/auth.endpoints';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { now } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail, failValidation } from '../../platform/http/errors';
import { limitAttempts } from '../../platform/http/rate-limit';
import type { CallContext } from '../../platform/http/routes';
import { findAbandonedGuard, releaseAbandoned } from '../guards/email-proof.service';
import * as guards from '../guards/guards.service';
import { hashNewPassword } from '../guards/password-strength.service';
import { bindBrowser } from './browser-binding.service';

const perAddress = { bucket: 'register.address', max: 30, perSeconds: 3600 };
/** A caller who repeats one address learns no more than that it is known. */
const perAccount = { bucket: 'register.account', max: 10, perSeconds: 3600 };

const known = {
  email: { email: signupMessages.emailKnown },
  mobileNumber: { mobileNumber: signupMessages.mobileKnown },
};

/** Creates a guard whose onboarding is bound to this browser. 400 under age; 409 marks a known e-mail or mobile number; 429 too many from one address. */
export async function registerGuard(input: Input<typeof register>, context: CallContext): Promise<Output<typeof register>> {
  if (!isOfAge(input.dob, torontoDate(now()))) failValidation({ dob: signupMessages.dobInvalid });
  await limitAttempts(perAddress, context.address);
  await limitAttempts(perAccount, input.email.toLowerCase());
  const abandoned = await findAbandonedGuard(input.email);
  const taken = await guards.findTakenContact(input.email, input.mobileNumber, abandoned);
  const refuse = (field: keyof typeof known): never => fail(409, Object.values(known[field])[0] ?? '', { fields: known[field] });
  if (taken) refuse(taken);
  const passwordHash = await hashNewPassword(input.password, input);
  return transaction(async () => {
    if (abandoned) await releaseAbandoned(abandoned, input.email);
    const made = await guards.register({ ...input, passwordHash });
    if (!('id' in made)) return refuse(made.taken);
    await bindBrowser(made.id, context, input.deviceToken);
    return { guard: { id: made.id } };
  });
}
