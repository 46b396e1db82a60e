import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePasswordMessages } from '@portal/contracts/auth/auth.change-password';
import { changePassword } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';

/** Opens login after a success. A failure without a field shows the one stated line, whatever its cause (CHPWD-18). */
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
