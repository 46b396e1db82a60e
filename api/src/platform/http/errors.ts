import { copy } from '@portal/contracts/_kernel/copy';
import type { Envelope, RefusalReason } from '@portal/contracts/_kernel/envelope';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { isCommitUnknown } from '../database/db';
import { isTransient } from '../database/errors';
import { StoreUnavailable } from '../files/file-store';

interface Details {
  /** First message per field path. */
  fields?: Record<string, string>;
  /** Data that helps the caller to continue, such as `nextStep` of a 403. */
  data?: unknown;
  /** Text for the guard, if it differs from the message. */
  userMessage?: string;
  /** Distinguishes errors with the same code for a client. */
  reason?: RefusalReason;
  /** Seconds until another try makes sense; sent as Retry-After. */
  retryAfter?: number;
}

/** An expected failure with a status and a text. Any other error becomes a 500 with a reference and no internals. */
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

/** Throws an API error with an HTTP status and a text for the guard. The surrounding transaction rolls back. */
export function fail(code: number, message: string, details: Details = {}): never {
  throw new ApiError(code, message, details);
}

/** 400 naming every failing field with its first message. */
export function failValidation(fields: Record<string, string>): never {
  fail(400, Object.values(fields)[0] ?? serverCopy.checkFields, { fields, userMessage: serverCopy.checkFields });
}

/** Texts for a write with an unknown commit result, with and without an idempotency key. */
export const commitUnknownMessages = {
  once: 'We could not confirm that this was saved. Try again: it will not be done twice.',
  loose: 'We could not confirm that this was saved. Please look whether it was before you try again.',
};

/**
 * The API error for a write with an unknown commit result. The log shows `cause`.
 * @param isOnce whether the write has an idempotency key, so that a repeat does nothing twice.
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

/** Texts for errors of Fastify that occur before a route runs. */
const frameworkWords: Record<number, string> = {
  400: 'The request could not be read.',
  404: 'There is nothing here.',
  413: 'What was sent is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not accepted here.',
};

/** Texts for data that Node rejects before it is a request. */
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

/** Converts a thrown value to an API error, or null if it is unexpected. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as CodedError;
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500)
    return new ApiError(statusCode, frameworkWords[statusCode] ?? frameworkWords[400] ?? '');
  if (isCommitUnknown(error)) return commitUnknownError(error, false);
  if (isOutOfSpace(error)) return Object.assign(new ApiError(503, serverCopy.noSpace, { retryAfter: NO_SPACE_SECONDS }), { cause: error });
  if (isTransient(error) || error instanceof StoreUnavailable) return new ApiError(503, copy.somethingWrong, { retryAfter: 5 });
  // A foreign key: the referenced row was deleted during the call.
  if (code === '23503') return new ApiError(410, 'What this refers to has since been removed.');
  return null;
}

/** Log fields of an unexpected error. Messages of the database can quote values, so only code, table and constraint are logged. */
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

/** The reply to a thrown value: the API error, or a 500 with a reference and no internals. */
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
