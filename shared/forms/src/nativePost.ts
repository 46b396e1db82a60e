import { usePostResult } from '@portal/mf-kit/PageInputContext';
import type { PostResult } from '@portal/mf-kit/pageInput';
import { useEffect, useState } from 'react';
import { type FieldErrors, set, type UseFormReturn } from 'react-hook-form';
import { fieldOf } from './rulesResolver';
import { flattenErrors } from './submitResult';

/** How a form that works without JavaScript was posted. */
export interface Post {
  /** The endpoint's id. */
  endpoint: string;
  /** The message of the server after a successful post; null after the next submit. */
  successMessage: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/** What a form begins with. */
interface First {
  values: Record<string, unknown>;
  errors: FieldErrors<Record<string, unknown>> | null;
  failure: string | null;
}

/** A field as the form holds it: HTML knows texts only. */
function asHeld(typed: string | string[], held: unknown): unknown {
  if (Array.isArray(held)) return [typed].flat();
  const one = [typed].flat()[0] ?? '';
  return typeof held === 'boolean' ? one === 'true' : one;
}

function firstOf({ values, errors, message }: PostResult, defaults: Values): First {
  const typed = Object.entries(values).filter(([name]) => name in defaults);
  const marked: FieldErrors<Record<string, unknown>> = {};
  for (const [path, words] of Object.entries(errors)) set(marked, fieldOf(path), { type: 'server', message: words });
  const isMarked = Object.keys(marked).length > 0;
  return {
    values: { ...defaults, ...Object.fromEntries(typed.map(([name, value]) => [name, asHeld(value, defaults[name])])) },
    errors: isMarked ? marked : null,
    failure: isMarked ? null : message,
  };
}

/** What a form begins with: its defaults, or what was typed into it and refused when it was posted without JavaScript. */
export function useNativePost(endpoint: string | undefined, defaults: Values) {
  const posted = usePostResult(endpoint ?? '');
  const [first] = useState<First>(() =>
    posted && !posted.ok ? firstOf(posted, defaults) : { values: { ...defaults }, errors: null, failure: null },
  );
  const [successMessage, setSuccessMessage] = useState(posted?.ok ? posted.message : null);
  const post: Post | null = endpoint === undefined ? null : { endpoint, successMessage };
  return { first, post, forget: () => setSuccessMessage(null) };
}

/** Once the page has its code: what was typed and refused is no default, because it is not sent and would be lost. */
export function useRestorePostedValues(
  form: Pick<UseFormReturn<Record<string, unknown>>, 'reset' | 'getValues'>,
  { errors, failure }: First,
  defaults: Values,
  focusFirst: (failing: { name: string }[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the page came with
  useEffect(() => {
    if (!errors && failure === null) return;
    form.reset({ ...defaults }, { keepValues: true, keepErrors: true });
    form.reset(form.getValues(), { keepDefaultValues: true, keepErrors: true });
    if (document.activeElement === document.body) focusFirst(flattenErrors(errors ?? {}));
  }, []);
}
