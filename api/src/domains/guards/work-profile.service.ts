import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { workProfileMessages } from '@portal/contracts/guards/guards.work-profile';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { nextStep, type OnboardingStep } from '@portal/contracts/onboarding/onboarding.rules';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { locate } from '../places/places.service';
import { guard } from './guards.service';
import { replaceSpecialities, updateWorkProfile } from './work-profile.repository';

/** The steps in which a work profile may be saved: the step itself, and a guard without a step. */
const open: readonly OnboardingStep[] = ['work-profile', 'done'];

/**
 * Saves the work profile as a whole; a guard at this step then waits for approval. An address without a position gets
 * the position of its postal area or city. 403 with the next step when another step comes first, 400 an unknown speciality.
 */
export async function saveWork({ id, isType: _, workSpecialities, ...typed }: Input<typeof saveWorkProfile>): Promise<null> {
  await transaction(async () => {
    await lock({ guard: id });
    const { step, to } = nextStep(await guard(id));
    if (!open.includes(step)) fail(403, agreementMessages.earlierFirst, { data: { nextStep: to, step } });
    const isPlaced = typed.lat !== undefined && typed.lng !== undefined;
    const { lat, lng } = (isPlaced ? typed : locate(typed)) ?? {};
    await updateWorkProfile(id, { ...typed, lat, lng });
    if (!(await replaceSpecialities(id, workSpecialities))) failValidation({ workSpecialities: workProfileMessages.unknownSpeciality });
  });
  notifyChanged(id, 'guards');
  return null;
}
