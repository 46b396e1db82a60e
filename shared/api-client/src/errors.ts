import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope, RefusalReason } from '@portal/contracts/_kernel/envelope';

const BRAND = Symbol.for('portal.ApiError');

/** A call that failed. `code` is 0 if there was no reply. Recognise it with `isApiError`, because each module bundles its own class. */
export class ApiError extends Error {
  readonly [BRAND] = true;
  readonly code: number;
  /** A text for the guard; the server's message if nothing else fits better. */
  readonly userMessage: string;
  readonly fields: Record<string, string>;
  readonly data: unknown;
  readonly reference?: string;
  /** The reason of the refusal, if a client can act on it. */
  readonly reason?: RefusalReason;
  /** Seconds of the header Retry-After. */
  readonly retryAfter?: number;

  constructor(envelope: Envelope, retryAfter?: number) {
    super(envelope.message || copy.somethingWrong);
    this.name = 'ApiError';
    this.code = envelope.code;
    this.userMessage = envelope.userMessage || envelope.message || copy.somethingWrong;
    this.fields = envelope.errors ?? {};
    this.data = envelope.data;
    if (envelope.reference) this.reference = envelope.reference;
    if (envelope.reason) this.reason = envelope.reason;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/**
 * Creates the error of a failed call. A `silent` call gets a text of the contract, except for a 401, which the session shows (SESSION-10).
 * Reasons at its fields stay: they are texts of the contract's rules (EDITPROFILE-32).
 */
export function failureOf({ silent }: Pick<Endpoint, 'silent'>, envelope: Envelope, retryAfter?: number): ApiError {
  const { code } = envelope;
  if (!silent || code < 400) return new ApiError(envelope, retryAfter);
  const reason = silent.reasons?.[code] ?? silent.otherwise;
  const userMessage = typeof reason === 'string' ? reason : reason(envelope.message);
  return new ApiError({ ...envelope, message: code === 401 ? envelope.message : userMessage, userMessage }, retryAfter);
}

/** Works across modules, unlike `instanceof`. */
export const isApiError = (error: unknown): error is ApiError => typeof error === 'object' && error !== null && BRAND in error;

/** True if there was no reply or the server failed, so the same call may succeed later. */
export const isTransient = ({ code }: { readonly code: number }): boolean => code === 0 || code >= 500;

/** The error of a call without a reply: a network fault, a timeout, an unreachable server. */
export const noAnswer = (): ApiError =>
  new ApiError({ code: 0, message: 'No answer from the portal', userMessage: copy.offline, data: null });
