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
/** The names of specialities by id; empty until they are loaded. */
export const useSpecialityNames = () => new Map(useQuery(listSpecialities, {}).data.map(({ id, name }) => [id, name]));

/**
 * Saves Edit Profile with its pictures; it has progress and can be cancelled. A failed save shows 'Something went wrong!' (EDITPROFILE-28).
 * A missing reply is shown in the form instead.
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

  /** Updates the session's guard from the server, or from the form if the guard cannot be read. */
  function saved({ profileImage: _, securityRegistrationDocument: __, ...texts }: EditedProfile): Promise<void> {
    return rereadGuard(session, Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || null])));
  }

  return { save, saved, sending };
}
