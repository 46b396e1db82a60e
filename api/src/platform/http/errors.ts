import { copy } from '@portal/contracts/_kernel/copy';
import type { Envelope, Reason } from '@portal/contracts/_kernel/envelope';
import { isCommitUnknown } from '../database/db';
import { isTransient } from '../database/errors';
import { StoreUnavailable } from '../files/file-store';

interface Details {
  /** First message per field path. */
  fields?: Record<string, string>;
  /** What the caller may need to go on, such as `nextStep` of a 403. */
  data?: unknown;
  /** What a guard is shown when it differs from the message. */
  userMessage?: string;
  /** Distinguishes refusals of the same code for a client. */
  reason?: Reason;
  /** Seconds until another try makes sense; sent as Retry-After. */
  retryAfter?: number;
}

/** A refusal with a stated code and words. Anything else that is thrown is an unexpected error: 500, a reference, no internals. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Refuses the call with an HTTP status and the words that the guard is shown. Rolls back the transaction around it. */
export function fail(code: number, message: string, details: Details = {}): never {
  throw new ApiError(code, message, details);
}

/** 400 naming every failing field with its first message. */
export function failValidation(fields: Record<string, string>): never {
  fail(400, Object.values(fields)[0] ?? copy.checkFields, { fields, userMessage: copy.checkFields });
}

/** Of a write of which nobody knows whether it was done: sent under a key, or without one. */
export const commitUnknownMessages = {
  once: 'We could not confirm that this was saved. Try again: it will not be done twice.',
  loose: 'We could not confirm that this was saved. Please look whether it was before you try again.',
};

/**
 * What is said of a write of which nobody knows whether it was done. The log is told of `cause`.
 * @param isOnce whether a repeat of it is known, so that nothing is done twice.
 */
export function commitUnknownError(cause: unknown, isOnce: boolean): ApiError {
  return Object.assign(new ApiError(503, isOnce ? commitUnknownMessages.once : commitUnknownMessages.loose, { retryAfter: 5 }), { cause });
}

export function errorEnvelope({ code, message, details }: ApiError): Envelope {
  return {
    code,
    message,
    data: details.data ?? null,
    userMessage: details.userMessage ?? message,
    ...(details.fields && { errors: details.fields }),
    ...(details.reason && { reason: details.reason }),
  };
}

/** What Fastify itself refuses before a route is asked, in plain words. */
const frameworkWords: Record<number, string> = {
  400: 'The request could not be read.',
  404: 'There is nothing here.',
  413: 'What was sent is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not accepted here.',
};

/** What is refused before it is a request. */
export const unparsedMessages: Record<number, string> = {
  400: 'The request could not be read.',
  408: 'The request took too long to arrive.',
  417: 'This expectation cannot be met.',
  431: 'The address or a header is too long.',
};

interface CodedError {
  code?: unknown;
  statusCode?: unknown;
  severity?: unknown;
}

/** Codes of a full disk, of a used-up disk quota, and of PostgreSQL for both. */
const NO_SPACE = ['ENOSPC', 'EDQUOT', '53100'];
const NO_SPACE_SECONDS = 60;

function isOutOfSpace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as CodedError & { cause?: unknown };
  return NO_SPACE.includes(String(code)) || isOutOfSpace(cause);
}

/** Turns whatever was thrown into a refusal, or null for an unexpected error. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as CodedError;
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500)
    return new ApiError(statusCode, frameworkWords[statusCode] ?? frameworkWords[400] ?? '');
  if (isCommitUnknown(error)) return commitUnknownError(error, false);
  if (isOutOfSpace(error)) return Object.assign(new ApiError(503, copy.noSpace, { retryAfter: NO_SPACE_SECONDS }), { cause: error });
  if (isTransient(error) || error instanceof StoreUnavailable) return new ApiError(503, copy.somethingWrong, { retryAfter: 5 });
  // A foreign key: it was there when the call began.
  if (code === '23503') return new ApiError(410, 'What this refers to has since been removed.');
  return null;
}

/** What the log may say of an unexpected error: database messages can quote values, so only their coordinates are kept. */
export function logFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { severity, code, constraint, table, routine } = error as Error & Record<string, unknown>;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12);
  return severity ? { database: code, constraint, table, routine, frames } : { error: error.name, message: error.message, frames };
}

interface Log {
  warn(what: object): void;
  error(what: object): void;
}

/** The reply to whatever was thrown: a refusal as it says, anything else as 500 with a reference and no internals. */
export function envelopeForThrown(error: unknown, reference: string, log: Log): Envelope {
  const refusal = toApiError(error);
  if (!refusal) {
    log.error(logFields(error));
    return { code: 500, message: copy.somethingWrong, data: null, userMessage: copy.somethingWrong, reference };
  }
  if (refusal.code >= 500) log.warn(logFields(refusal.cause ?? error));
  const { retryAfter } = refusal.details;
  return { ...errorEnvelope(refusal), ...(retryAfter && { retryAfter }) };
}
