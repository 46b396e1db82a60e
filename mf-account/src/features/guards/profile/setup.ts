import type { Guard } from '@portal/contracts/_kernel/guard';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';

export interface SetupStep {
  label: string;
  to: string;
  isDone: boolean;
}

/** The steps before a guard's first shift. Edit Profile reads the guard from the navigation state. */
export function setupSteps(guard: Guard, hasShift: boolean): SetupStep[] {
  const { id, profileImage, licenseNumber, securityRegistrationExpiryDate, workSpecialities, bankAccountNumber, paypalId } = guard;
  return [
    { label: 'Add a photo of yourself', to: guardsPaths.editProfile(), isDone: Boolean(profileImage) },
    {
      label: 'Add your licence number and its expiry date',
      to: guardsPaths.editProfile(),
      isDone: Boolean(licenseNumber && securityRegistrationExpiryDate),
    },
    {
      label: 'Choose your specialities',
      to: onboardingPaths.workProfile({ id }, { isShow: 'with_login' }),
      isDone: workSpecialities.length > 0,
    },
    { label: 'Add the bank account we pay you to', to: guardsPaths.myAccount(), isDone: Boolean(bankAccountNumber || paypalId) },
    { label: 'Get your first shift', to: jobsPaths.search(), isDone: hasShift },
  ];
}
