import { isTransient } from '@portal/api-client/call';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { type Registration, registrationCall, registrationMessages } from '@portal/contracts/guards/guards.registration';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { useUploadProgress } from '@portal/forms/useUploadProgress';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteResult } from '@portal/mf-kit/portal';
import { rereadGuard } from '@portal/mf-kit/rereadGuard';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useSession } from '@portal/mf-kit/useSession';
import { useWrite } from '@portal/mf-kit/useWrite';

/** What can be chosen for an employer; empty until it is there, the field is optional. */
export const useSpecialities = () => useQuery(listSpecialities, {}).data;

/** The guard to begin with: as the server has them, or as this device last knew them when there is no answer. */
export function useRegistering(id: string) {
  const session = useSession();
  const query = useQuery(profile, { id });
  const isGone = query.error !== null && isTransient(query.error);
  const known = isGone && session?.guardId === id ? session.guard : null;
  return { guard: query.hasData ? query.data.guard : known, query };
}

/**
 * Saves the registration, pictures included: with progress, and cancelled when asked. A save that failed says 'Please Fill Valid Data'
 * (REG-51) unless there was no answer at all: that says so, in the form.
 */
export function useSaveRegistration(guardId: string, isEdit: boolean) {
  const { session, toast } = usePortal();
  const { send } = useWrite(updateGuard);
  const { sending, track: during } = useUploadProgress();

  async function save(values: Registration): Promise<WriteResult<{ id: string }>> {
    const input = registrationCall(guardId, isEdit ? 'second' : 'first', values);
    const result = await during((options) => send(input, options));
    if (!result.ok && result.error.code !== 0) toast('error', registrationMessages.refused);
    return result;
  }

  /** The session's guard as the server now has them, or as far as this form knows. */
  function saved(values: Registration): Promise<void> {
    const identityDocuments = values.identityDocuments.map(({ idType, idNumber, idProof, fileName }) => ({
      idType,
      idNumber,
      idProof: idProof ?? '',
      fileName: fileName ?? '',
    }));
    return rereadGuard(session, { identityDocuments });
  }

  return { save, saved, sending };
}

/** Where a save leads (REG-49, REG-50). */
export const afterSave = (id: string, isEdit: boolean): string =>
  isEdit ? guardsPaths.employers({ id }) : onboardingPaths.workProfile({ id }, { isShow: 'with_out_login' });
