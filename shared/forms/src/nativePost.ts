import { usePostResult } from '@portal/mf-kit/PageInputContext';
import type { PostResult } from '@portal/mf-kit/pageInput';
import { useEffect, useState } from 'react';
import { type FieldErrors, set, type UseFormReturn } from 'react-hook-form';
import { fieldOf } from './rulesResolver';
import { flattenErrors } from './submitResult';

/** The result of a form that was posted without JavaScript. */
export interface NativePost {
  /** Id of the endpoint. */
  endpoint: string;
  /** The message of the server after a successful post; null after the next submit. */
  successMessage: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/** The first values and errors of a form. */
interface First {
  values: Record<string, unknown>;
  errors: FieldErrors<Record<string, unknown>> | null;
  failure: string | null;
}

/** Converts a posted text to the type of the form's value. */
function toFormValue(posted: string | string[], current: unknown): unknown {
  if (Array.isArray(current)) return [posted].flat();
  const one = [posted].flat()[0] ?? '';
  return typeof current === 'boolean' ? one === 'true' : one;
}

function firstValues({ values, errors, message }: PostResult, defaults: Values): First {
  const typed = Object.entries(values).filter(([name]) => name in defaults);
  const marked: FieldErrors<Record<string, unknown>> = {};
  for (const [path, words] of Object.entries(errors)) set(marked, fieldOf(path), { type: 'server', message: words });
  const isMarked = Object.keys(marked).length > 0;
  return {
    values: { ...defaults, ...Object.fromEntries(typed.map(([name, value]) => [name, toFormValue(value, defaults[name])])) },
    errors: isMarked ? marked : null,
    failure: isMarked ? null : message,
  };
}

/** Returns the first values of a form: its defaults, or the posted values if a post without JavaScript was refused. */
export function useNativePost(endpoint: string | undefined, defaults: Values) {
  const posted = usePostResult(endpoint ?? '');
  const [first] = useState<First>(() =>
    posted && !posted.ok ? firstValues(posted, defaults) : { values: { ...defaults }, errors: null, failure: null },
  );
  const [successMessage, setSuccessMessage] = useState(posted?.ok ? posted.message : null);
  const post: NativePost | null = endpoint === undefined ? null : { endpoint, successMessage };
  return { first, post, forget: () => setSuccessMessage(null) };
}

/** After hydration, marks refused values as unsaved input, because they were not sent. */
export function useRestorePostedValues(
  form: Pick<UseFormReturn<Record<string, unknown>>, 'reset' | 'getValues'>,
  { errors, failure }: First,
  defaults: Values,
  focusFirst: (failing: { name: string }[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the post that rendered the page
  useEffect(() => {
    if (!errors && failure === null) return;
    form.reset({ ...defaults }, { keepValues: true, keepErrors: true });
    form.reset(form.getValues(), { keepDefaultValues: true, keepErrors: true });
    if (document.activeElement === document.body) focusFirst(flattenErrors(errors ?? {}));
  }, []);
}
