import { call, isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { register } from '@portal/contracts/auth/auth.endpoints';
import { device } from '@portal/contracts/auth/auth.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';

const TOO_MANY = 429;

type Typed = Omit<Input<typeof register>, 'deviceToken' | 'deviceId' | 'deviceType'>;
export type SignedUp = { id: string } | { refusal: string; fields: Record<string, string> };

/** Registers. Resolves with the new guard's id, or with the text of the red alert and the refused fields. */
export function useSignUp(): (typed: Typed) => Promise<SignedUp> {
  const { session } = usePortal();
  return async (typed) => {
    try {
      const { data } = await call(register, { ...typed, ...device, deviceToken: await session.deviceToken() });
      return { id: data.guard.id };
    } catch (error) {
      if (!isApiError(error)) return { refusal: copy.somethingWrong, fields: {} };
      const refusal = error.code === TOO_MANY && error.retryAfter ? copy.tooMany(error.retryAfter) : error.userMessage;
      return { refusal, fields: { ...error.fields } };
    }
  };
}
