import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope, Reason } from '@portal/contracts/_kernel/envelope';

const BRAND = Symbol.for('portal.ApiError');

/** A call that did not end with code 200. `code` 0: there was no answer. Recognise it with `isApiError`: each module bundles its own class. */
export class ApiError extends Error {
  readonly [BRAND] = true;
  readonly code: number;
  /** What a guard may be shown; the server's message when it names nothing better. */
  readonly userMessage: string;
  /** First message per field path. */
  readonly fields: Record<string, string>;
  readonly data: unknown;
  readonly reference?: string;
  /** Which refusal of this code it is, where a client can act on it. */
  readonly reason?: Reason;
  /** Seconds, from Retry-After. */
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

/** The failure of a call. A `silent` call has our own words; a 401 keeps its message, which the session shows (SESSION-10). */
export function failureOf({ silent }: Pick<Endpoint, 'silent'>, envelope: Envelope, retryAfter?: number): ApiError {
  const { code } = envelope;
  if (!silent || code < 400) return new ApiError(envelope, retryAfter);
  const userMessage = silent.reasons?.[code] ?? silent.otherwise;
  return new ApiError({ ...envelope, message: code === 401 ? envelope.message : userMessage, userMessage }, retryAfter);
}

/** Works across modules, which instanceof does not. */
export const isApiError = (error: unknown): error is ApiError => typeof error === 'object' && error !== null && BRAND in error;

/** There was no answer, or the server is at fault: the same call may work later. */
export const isTransient = ({ code }: { readonly code: number }): boolean => code === 0 || code >= 500;

/** No answer: the network, a time-out, a proxy that is gone. */
export const noAnswer = (): ApiError =>
  new ApiError({ code: 0, message: 'No answer from the portal', userMessage: copy.offline, data: null });
