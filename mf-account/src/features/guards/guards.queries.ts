import type { Guard } from '@portal/contracts/_kernel/guard';
import { type EditedProfile, editProfileCall, editProfileMessages } from '@portal/contracts/guards/guards.edit-profile';
import { profile, profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { useUploadProgress } from '@portal/forms/useUploadProgress';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteResult } from '@portal/mf-kit/portal';
import { rereadGuard } from '@portal/mf-kit/rereadGuard';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

export const useProfile = (id: string) => useQuery(profile, { id });
export const useProfileSummary = (id: string) => useQuery(profileSummary, { id });
/** Their names, by id; empty until they are there. */
export const useSpecialityNames = () => new Map(useQuery(listSpecialities, {}).data.map(({ id, name }) => [id, name]));

/**
 * Saves Edit Profile, pictures included: with progress, and cancelled when asked. A save that failed says 'Something went wrong!'
 * (EDITPROFILE-28) unless there was no answer at all: that says so, in the form.
 */
export function useSaveProfile(guard: Guard) {
  const { session, toast } = usePortal();
  const { send } = useWrite(updateGuard);
  const { sending, track: during } = useUploadProgress();

  async function save(values: EditedProfile): Promise<WriteResult<{ id: string }>> {
    const result = await during((options) => send(editProfileCall(guard, values), options));
    if (!result.ok && result.error.code !== 0) toast('error', editProfileMessages.failed);
    return result;
  }

  /** The session's guard as the server now has them, or as far as this form knows. */
  function saved({ profileImage: _, securityRegistrationDocument: __, ...texts }: EditedProfile): Promise<void> {
    return rereadGuard(session, Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || null])));
  }

  return { save, saved, sending };
}
