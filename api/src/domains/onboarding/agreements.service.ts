import type { Input } from '@portal/contracts/_kernel/endpoint';
import { agreementMessages, agreements, flagOf } from '@portal/contracts/onboarding/onboarding.agreements';
import type { agree as agreeEndpoint } from '@portal/contracts/onboarding/onboarding.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import type { CallContext } from '../../platform/http/routes';
import { sha256 } from '../../platform/identity/secrets';
import { notifyChanged } from '../../platform/live/realtime';
import * as guards from '../guards/guards.service';
import { legalText } from '../pages/pages.service';
import { requireRegisteringBrowser } from './browser-binding.service';
import { insertAgreement } from './onboarding.repository';
import { sendCodeIfNone } from './otp.service';

/**
 * Sets one flag, and stores the accepted wording and the time. The third flag sends the code.
 * 401 another browser; 409 with the next step when an earlier one is open; a repeated agreement changes nothing.
 */
export async function agree(input: Input<typeof agreeEndpoint>, context: CallContext): Promise<{ id: string }> {
  const { id } = input;
  await requireRegisteringBrowser(id, context);
  const flag = flagOf(input);
  const step = agreements.findIndex((one) => one.flag === flag);
  const guard = await guards.guard(id);
  const isReached = guard.isLicense && agreements.slice(0, step).every((earlier) => guard[earlier.flag]);
  if (!isReached) fail(409, agreementMessages.earlierFirst, { data: { nextStep: nextStep(guard).to } });
  if (!guard[flag]) {
    const text = await legalText(agreements[step]?.page);
    await transaction(async () => {
      await lock({ guard: id });
      await insertAgreement(id, flag, { ...text, version: sha256(text.description).toString('hex') });
      await guards.setAgreed(id, flag);
    });
    notifyChanged(id, 'guards');
  }
  await sendCodeIfNone({ ...guard, [flag]: true });
  return { id };
}
