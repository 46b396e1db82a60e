import { useEffect } from 'react';
import { type FieldErrors, type Resolver, set } from 'react-hook-form';

/** The export of a rules file. Structural, so that this package needs no schema library. */
export interface FormRules<Values> {
  validateSync(value: unknown, options?: { abortEarly?: boolean; stripUnknown?: boolean }): Values;
}

interface Problem {
  path?: string;
  message: string;
}

const isValidationError = (error: unknown): error is Problem & { inner: Problem[] } =>
  error instanceof Error && error.name === 'ValidationError';

/** The field name of a rule's path: `rows[0].name` is `rows.0.name`. A list of plain values is one field. */
export const fieldOf = (path: string): string => path.replace(/\[\d+\]$/, '').replace(/\[(\d+)\]/g, '.$1');

/** Returns the first message of each field. */
export function firstMessages(error: Problem & { inner: Problem[] }): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path = '', message } of error.inner.length > 0 ? error.inner : [error]) messages[fieldOf(path)] ??= message;
  return messages;
}

export function isAccepted(rules: FormRules<unknown>, input: unknown): boolean {
  try {
    rules.validateSync(input);
    return true;
  } catch (error) {
    if (!isValidationError(error)) throw error;
    return false;
  }
}

/** Validates a form by its rules and returns the parsed values. The resolver of the form library is eight times larger. */
export const rulesResolver =
  <Values extends object>(rules: FormRules<Values>): Resolver<Record<string, unknown>, unknown, Values> =>
  (input) => {
    try {
      return { values: rules.validateSync(input, { abortEarly: false, stripUnknown: true }), errors: {} };
    } catch (error) {
      if (!isValidationError(error)) throw error;
      const errors: FieldErrors<Record<string, unknown>> = {};
      for (const [path, message] of Object.entries(firstMessages(error))) set(errors, path, { type: 'rules', message });
      return { values: {}, errors };
    }
  };

/** Runs the rules once while the page is idle, because the first run compiles them and would delay the guard. */
export function usePrecompiledRules<Values extends object>(rules: FormRules<Values>, values: () => Record<string, unknown>): void {
  useEffect(() => {
    const check = rulesResolver(rules);
    // A complete form runs the accepting code only, so an empty one is checked too. Safari has no requestIdleCallback.
    const idle = window.requestIdleCallback?.(() => {
      for (const form of [values(), {}]) void check(form, undefined, { fields: {}, shouldUseNativeValidation: false });
    });
    return () => window.cancelIdleCallback?.(idle);
  }, [rules, values]);
}
