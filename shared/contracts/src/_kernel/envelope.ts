/** `confirmation`: the guard must first prove their identity (`auth.confirmation`); the same call then succeeds. */
export const refusalReasons = ['confirmation'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Every reply of the guard API (API-GEN-02). HTTP status and `code` agree, so a client may use either (API-GEN-13). */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  /** The text that a screen may display when the call failed (API-GEN-08). */
  userMessage?: string;
  /** The first message of each invalid field, keyed by field path. */
  errors?: Record<string, string>;
  /** Identifies the log line of an unexpected error. A screen may display it. */
  reference?: string;
  /** Distinguishes refusals with the same code, for clients that react to the difference. Stable across releases. */
  reason?: RefusalReason;
  /** Seconds until a retry is useful. For socket calls; HTTP replies have the header Retry-After instead. */
  retryAfter?: number;
}

/** A page of a list (API-GEN-05, API-GEN-06). `pages` is present only where the specification states it (API-GEN-07). */
export interface Page<T> {
  docs: T[];
  total: number;
  pages?: number;
  /** False if the server stopped counting at 1,000. Screens then show "1,000+". */
  totalIsExact?: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The data of a reply. A total that another guard API sends next to `data` becomes a field of it. */
function readData(data: unknown, rest: Record<string, unknown>): unknown {
  if (data === undefined) return Object.keys(rest).length > 0 ? rest : null;
  return isRecord(data) && typeof rest.total === 'number' && data.total === undefined ? { ...data, total: rest.total } : data;
}

/**
 * Reads a reply of this or of another guard API into one shape. Accepts fields at the top level instead of in `data` (API-GEN-12), and uses
 * the HTTP status if the body has no code (API-GEN-13).
 */
export function normaliseEnvelope(status: number, body: unknown): Envelope {
  if (!isRecord(body)) return { code: status, message: '', data: body ?? null };
  const { code, message, data, userMessage, errors, reference, reason, retryAfter, ...rest } = body;
  const envelope: Envelope = {
    code: status < 400 && typeof code === 'number' ? code : status,
    message: typeof message === 'string' ? message : '',
    data: readData(data, rest),
  };
  if (typeof userMessage === 'string') envelope.userMessage = userMessage;
  if (isRecord(errors)) envelope.errors = errors as Record<string, string>;
  if (typeof reference === 'string') envelope.reference = reference;
  const knownReason = refusalReasons.find((one) => one === reason);
  if (knownReason) envelope.reason = knownReason;
  if (typeof retryAfter === 'number') envelope.retryAfter = retryAfter;
  return envelope;
}
