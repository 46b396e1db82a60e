/** `confirmation`: the guard must first confirm who they are (`auth.confirmation`); then the same call succeeds. */
export const reasons = ['confirmation'] as const;
export type Reason = (typeof reasons)[number];

/** Every reply of the guard API (API-GEN-02). HTTP status and `code` agree; a client may trust either (API-GEN-13). */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  /** What a guard may be shown when the call failed (API-GEN-08). */
  userMessage?: string;
  /** First message per field path, all failing fields at once. */
  errors?: Record<string, string>;
  /** Names the log line of an unexpected error; safe to show. */
  reference?: string;
  /** Distinguishes refusals of one code, for a client that can act on it. Stable across releases. */
  reason?: Reason;
  /** Seconds until another try makes sense, of a socket call; over HTTP it is the header Retry-After. */
  retryAfter?: number;
}

/** A page of a list (API-GEN-05, API-GEN-06). `pages` only where the documents state it (API-GEN-07). */
export interface Page<T> {
  docs: T[];
  total: number;
  pages?: number;
  /** False when `total` stopped counting (1,000 and more): show "1,000+". */
  totalIsExact?: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a reply of this or of another guard API into the one shape the portal uses.
 * Accepts fields at the top level instead of in `data` (API-GEN-12) and takes the HTTP status when the body names no code (API-GEN-13).
 */
export function normaliseEnvelope(status: number, body: unknown): Envelope {
  if (!isRecord(body)) return { code: status, message: '', data: body ?? null };
  const { code, message, data, userMessage, errors, reference, reason, retryAfter, ...rest } = body;
  const envelope: Envelope = {
    code: status >= 400 ? status : typeof code === 'number' ? code : status,
    message: typeof message === 'string' ? message : '',
    data:
      data === undefined
        ? Object.keys(rest).length > 0
          ? rest
          : null
        : isRecord(data) && typeof rest.total === 'number' && data.total === undefined
          ? { ...data, total: rest.total }
          : data,
  };
  if (typeof userMessage === 'string') envelope.userMessage = userMessage;
  if (isRecord(errors)) envelope.errors = errors as Record<string, string>;
  if (typeof reference === 'string') envelope.reference = reference;
  const known = reasons.find((one) => one === reason);
  if (known) envelope.reason = known;
  if (typeof retryAfter === 'number') envelope.retryAfter = retryAfter;
  return envelope;
}
