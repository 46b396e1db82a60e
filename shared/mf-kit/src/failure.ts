import { isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Failure } from './portal';

/** What was thrown, as data: hooks give it to screens, nothing throws into one (SHELL-39). */
export function toFailure(error: unknown): Failure {
  if (isApiError(error)) {
    const { code, message, userMessage, fields, reference, reason } = error;
    return { code, message, userMessage, fields, ...(reference ? { reference } : {}), ...(reason ? { reason } : {}) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 500, message, userMessage: copy.somethingWrong, fields: {} };
}

/** Why something could not be read. Nothing was entered then, so nothing is said to be safe. */
export const readFailureText = ({ userMessage }: Failure): string => (userMessage === copy.offline ? copy.offlineReading : userMessage);

/** What a durable write fails with that the guard took off the device: their own act, nothing to warn of. */
export const dismissedFailure: Failure = { code: 0, message: 'dismissed', userMessage: 'You took it back before it was sent.', fields: {} };
export const isDismissed = ({ code, message }: Failure): boolean => code === dismissedFailure.code && message === dismissedFailure.message;

/** The server said no: it has a reason, which the guard can do something about. Anything else may work the next time. */
export const isClientError = ({ code }: Failure): boolean => code >= 400 && code < 500;

/** One line for a form or a row: why it was refused, and `otherwise` for anything else. */
export const failureText = (failure: Failure, otherwise: string): string => (isClientError(failure) ? failure.userMessage : otherwise);
