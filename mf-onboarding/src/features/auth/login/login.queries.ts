import { call, isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { device } from '@portal/contracts/auth/auth.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';

const TOO_MANY = 429;

/**
 * Logs in and passes the session to the shell, which opens the guard's next step. Resolves with the text of a refusal; rejects if a field
 * is refused.
 */
export function useLogin(): (credentials: { email: string; password: string }) => Promise<string | null> {
  const { session } = usePortal();
  return async (credentials) => {
    try {
      const { data } = await call(login, { ...credentials, ...device, deviceToken: await session.deviceToken() });
      session.begin(data);
      return null;
    } catch (error) {
      if (!isApiError(error)) return copy.somethingWrong;
      if (Object.keys(error.fields).length > 0) throw error;
      return error.code === TOO_MANY && error.retryAfter ? copy.tooMany(error.retryAfter) : error.userMessage;
    }
  };
}
