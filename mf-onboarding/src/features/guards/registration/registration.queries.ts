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

/** The specialities of an employer; empty until they are loaded, because the field is optional. */
export const useSpecialities = () => useQuery(listSpecialities, {}).data;

/** The guard to edit: from the server, or the session's guard without a reply. */
export function useRegistering(id: string) {
  const session = useSession();
  const query = useQuery(profile, { id });
  const isGone = query.error !== null && isTransient(query.error);
  const known = isGone && session?.guardId === id ? session.guard : null;
  return { guard: query.hasData ? query.data.guard : known, query };
}

/**
 * Saves the registration with its pictures; it has progress and can be cancelled. A failed save shows 'Please Fill Valid Data' (REG-51). A
 * missing reply is shown in the form instead.
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

  /** Updates the session's guard from the server, or from the form if the guard cannot be read. */
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

/** The page after a save (REG-49, REG-50). */
export const pathAfterSave = (id: string, isEdit: boolean): string =>
  isEdit ? guardsPaths.employers({ id }) : onboardingPaths.workProfile({ id }, { isShow: 'with_out_login' });
