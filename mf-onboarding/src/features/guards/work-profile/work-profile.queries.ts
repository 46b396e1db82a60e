import type { Guard } from '@portal/contracts/_kernel/guard';
import { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import {
  type WorkProfile,
  type WorkProfileMode,
  workProfileMessages,
  workProfileModes,
} from '@portal/contracts/guards/guards.work-profile';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { listSpecialities, type Speciality } from '@portal/contracts/specialities/specialities.endpoints';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

/** The specialities to choose from (WORKPROFILE-27). */
export const useSpecialities = () => useQuery(listSpecialities, {});

/** The guard after this save. */
const saved = (guard: Guard, { lat, lng, country, workSpecialities, ...rest }: WorkProfile, offered: readonly Speciality[]): Guard => ({
  ...guard,
  ...rest,
  country: country ?? null,
  lat: lat ?? null,
  lng: lng ?? null,
  workSpecialities: offered.filter(({ id }) => workSpecialities.includes(id)),
});

/** Saves and opens the next page of the mode (WORKPROFILE-29, WORKPROFILE-30). A failure is one quiet line (WORKPROFILE-31). */
export function useSaveWorkProfile(guard: Guard, mode: WorkProfileMode) {
  const { session, navigate, toast } = usePortal();
  const { send, failure } = useWrite(saveWorkProfile);
  async function save(typed: WorkProfile, offered: readonly Speciality[]) {
    const { id, fullAddress2, landMark } = guard;
    const rest = { id, isType: workProfileModes[mode], fullAddress2: fullAddress2 ?? '', landMark: landMark ?? '' };
    const result = await send({ ...typed, ...rest });
    if (!result.ok) return result;
    toast('success', result.message);
    session.update(saved(session.current()?.guard ?? guard, typed, offered));
    navigate(mode === 'with_login' ? guardsPaths.myProfile({ id }) : onboardingPaths.thankYou({ isLicense: 'full' }), { replace: true });
    return result;
  }
  return { save, notSaved: failure && failureText(failure, workProfileMessages.notSaved) };
}
