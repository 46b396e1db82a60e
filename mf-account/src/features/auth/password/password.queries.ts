import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePasswordMessages } from '@portal/contracts/auth/auth.change-password';
import { changePassword } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';

/** Leads to login when it is done. What names no field is said in the one stated line, whatever it was (CHPWD-18). */
export function useChangePassword() {
  const { session, navigate } = usePortal();
  const { send } = useWrite(changePassword);
  return async (input: Input<typeof changePassword>) => {
    const result = await send(input);
    if (!result.ok) return { ...result, error: { ...result.error, userMessage: changePasswordMessages.failed } };
    if (session.logInAgain) await session.logInAgain(result.message);
    else navigate(authPaths.login());
    return result;
  };
}
