import { isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Failure } from './portal';

/** Converts a thrown error to data, because hooks return failures and never throw (SHELL-39). */
export function toFailure(error: unknown): Failure {
  if (isApiError(error)) {
    const { code, message, userMessage, fields, reference, reason } = error;
    return { code, message, userMessage, fields, ...(reference ? { reference } : {}), ...(reason ? { reason } : {}) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 500, message, userMessage: copy.somethingWrong, fields: {} };
}

/** Texts about a write, and their counterparts for a read, which has no input and changes nothing. */
const readingTexts: Readonly<Record<string, string>> = {
  [copy.offline]: copy.offlineReading,
  [copy.somethingWrong]: copy.somethingWrongReading,
};

/** The text for a failed query. */
export const readFailureText = ({ userMessage }: Failure): string => readingTexts[userMessage] ?? userMessage;

/** The failure of a durable write that the guard removed from the outbox, so no warning is needed. */
export const dismissedFailure: Failure = { code: 0, message: 'dismissed', userMessage: 'You took it back before it was sent.', fields: {} };
export const isDismissed = ({ code, message }: Failure): boolean => code === dismissedFailure.code && message === dismissedFailure.message;

/** The server refused the call for a reason that the guard can act on. Other failures may not occur again. */
export const isClientError = ({ code }: Failure): boolean => code >= 400 && code < 500;

/** Returns the server's text for a refusal, and `otherwise` for any other failure. */
export const failureText = (failure: Failure, otherwise: string): string => (isClientError(failure) ? failure.userMessage : otherwise);
