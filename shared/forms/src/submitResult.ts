import { isApiError } from '@portal/api-client/call';

export type FieldMessages = Readonly<Record<string, string>>;

/** The error of a failed write, in the result of `portal.write` and of a rejected call. */
export interface Refusal {
  userMessage: string;
  fields: FieldMessages;
}

/** The result of a submit; a write returns one. Without `error`, the screen itself shows the reason. */
export type SubmitResult = { ok: true } | { ok: false; error?: Refusal };

const silent: Refusal = { userMessage: '', fields: {} };

/** Runs a submit. Resolves with its refusal, or with null on success. Rejects only for unexpected errors. */
export async function runSubmit(send: () => Promise<SubmitResult>): Promise<Refusal | null> {
  try {
    const result = await send();
    return result.ok ? null : (result.error ?? silent);
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** Flattens the nested errors of the form library to dotted names. */
export function flattenErrors(errors: object, prefix = ''): { name: string; message: string; type: unknown }[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const name = `${prefix}${key}`;
    const { message, type } = value as { message?: unknown; type?: unknown };
    return typeof message === 'string' ? [{ name, message, type }] : flattenErrors(value, `${name}.`);
  });
}
