import { isApiError } from '@portal/api-client/call';

/** First message per field name. */
export type FieldMessages = Readonly<Record<string, string>>;

/** What a failed write says, in the result of `portal.write` and in a rejected call. */
export interface Refusal {
  userMessage: string;
  fields: FieldMessages;
}

/** What became of sending a form: a write's result is one. Without an `error` the screen itself shows why it was refused. */
export type SubmitResult = { ok: true } | { ok: false; error?: Refusal };

const silent: Refusal = { userMessage: '', fields: {} };

/** Runs what sends a form. Resolves with the refusal, or with null when it was done; rejects only for a fault that is no refusal. */
export async function runSubmit(send: () => Promise<SubmitResult>): Promise<Refusal | null> {
  try {
    const result = await send();
    return result.ok ? null : (result.error ?? silent);
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** The failing fields of the library's nested error object, as dotted names. */
export function flattenErrors(errors: object, prefix = ''): { name: string; message: string; type: unknown }[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const name = `${prefix}${key}`;
    const { message, type } = value as { message?: unknown; type?: unknown };
    return typeof message === 'string' ? [{ name, message, type }] : flattenErrors(value, `${name}.`);
  });
}
