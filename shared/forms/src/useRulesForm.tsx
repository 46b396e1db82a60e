import { usePortal } from '@portal/mf-kit/PortalContext';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import type { FieldError } from '@portal/ui/ErrorSummary';
import { focusField } from '@portal/ui/focusField';
import type { AddPending } from '@portal/ui/PendingFieldContext';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFieldOrder } from './fieldOrder';
import { type BoundField, type BoundValue, nativeDefaults } from './fieldProps';
import { type Post, useNativePost, useRestorePostedValues } from './nativePost';
import { usePendingFields } from './pendingFields';
import { fieldOf, isAccepted, type Rules, rulesResolver, usePrecompiledRules } from './rulesResolver';
import { type FieldMessages, flattenErrors, runSubmit, type SubmitResult } from './submitResult';
import { useFieldHandlers } from './useFieldHandlers';
import type { RowsOwner } from './useRows';

export interface RulesFormOptions<Values> {
  /** What the fields hold at first, as typed: text fields take text. */
  defaults: Readonly<Partial<Record<keyof Values & string, unknown>>>;
  /**
   * Gets the values as the rules read them (trimmed, numbers as numbers). A result `{ok: false, error}` of a write and a rejected
   * call mark their fields; their other words stand in `failure`. Once it was `ok`, what was sent is saved.
   */
  onSubmit: (values: Values) => Promise<SubmitResult>;
  /** What is lost by leaving, in the question that is asked then: "your swap". Null: nothing to be asked about (a search's filters). */
  unsaved: string | null;
  /** Names for the error summary, where the messages alone do not name their field. A function for rows: `list.0.field`. */
  labels?: Readonly<Partial<Record<keyof Values & string, string>>> | ((field: string) => string | undefined);
  /** The id of the endpoint to which the host hands the form without JavaScript, as the route's `forms` names it: then shown in a `PostForm`. */
  post?: string;
  /** Of a form whose fields were there before: what their ids begin with (`useLateForm`). */
  id?: string;
  /** Once it was sent the fields are empty again, but for what was typed meanwhile. */
  clears?: true;
}

export interface RulesForm<Values> {
  /** For the compiler alone, never there: what the form holds. */
  readonly shape?: Values;
  submit: (event?: SyntheticEvent) => Promise<void>;
  /** A submit waits for what is being prepared, or the request is in flight; a second submit does nothing. */
  busy: boolean;
  /** Something is entered that is not sent and differs from the defaults. */
  isDirty: boolean;
  /** Resolves whether what is entered may be thrown away: asks when there is something to lose. */
  confirmDiscard: () => Promise<boolean>;
  /** Said by who keeps the entries (useDraft): leaving then loses nothing. */
  setStoredElsewhere: (isKept: boolean) => void;
  /** All failing fields, for the summary. */
  errors: FieldError[];
  /** What the server said about the whole of it, when it named no field. */
  failure: string | null;
  /** How it was posted without JavaScript; null for a form that needs it. */
  post: Post | null;
  /** A field says that what was chosen in it is not ready: a submit waits for it. `Form` hands it to its fields. */
  waitFor: AddPending;
  bind: (name: keyof Values & string) => BoundField;
  bindValue: <Value = string>(name: keyof Values & string) => BoundValue<Value>;
  /** A list whose rows have fields of their own is bound by `useRows`. */
  rows: RowsOwner;
  /** The current value, as typed. The component renders again when it changes. */
  watch: (name: keyof Values & string) => unknown;
  set: (name: keyof Values & string, value: unknown) => void;
  /** Marks fields by the server's words and focuses the first. */
  applyServerErrors: (fields: FieldMessages) => void;
  /** Back to the defaults, or on to what is now saved. */
  reset: (values?: RulesFormOptions<Values>['defaults']) => void;
  /** What is stored has changed elsewhere: the fields of one value that were not touched show it. Counts as nothing typed. */
  updateDefaults: (values: RulesFormOptions<Values>['defaults']) => void;
  /** Whether the rules accept what the fields hold now. */
  isValid: () => boolean;
  /** What the fields hold now, as typed. */
  values: () => Record<string, unknown>;
  /** Calls `listener` after each change by the guard, not after `reset` or `restore`. Returns what ends it. */
  onInput: (listener: () => void) => () => void;
  /** Fills the fields with what was typed before; the form is then unsaved. A text that is being typed already stays. */
  restore: (values: Readonly<Record<string, unknown>>) => void;
}

/** Reports the text of each control that React renders from state as typed. React ignores the event when it knows the value. */
function wakeControlled(ids: readonly string[]): void {
  for (const id of ids) {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement && control.type === 'text') control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The dialog before entered values are discarded. */
const discardQuestion = (what: string, isInFlight: boolean) => ({
  ...(isInFlight
    ? {
        title: 'Close while it is being sent?',
        body: `If ${what} cannot be sent, what you entered will be lost.`,
        confirm: 'Close',
        cancel: 'Wait',
      }
    : { title: 'Discard what you entered?', body: `You have not sent ${what} yet.`, confirm: 'Discard', cancel: 'Keep editing' }),
  danger: true as const,
});

/** Whether a change is checked at once: after a submit, and where the server marked the field before the page had its code. */
const shouldValidate = ({ isSubmitted, failing }: { isSubmitted: boolean; failing: { name: string }[] }, name: string) =>
  isSubmitted || failing.some((field) => field.name === name);

/**
 * A form by the rules of its domain, the same that the API parses with. Checked on submit, then live; all failing fields at once,
 * the first message of each, focus on the first failing one. What was typed is never cleared by a failure.
 */
export function useRulesForm<Values extends object>(rules: Rules<Values>, options: RulesFormOptions<Values>): RulesForm<Values> {
  const made = useId();
  const base = options.id ?? made;
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);
  const { add: waitFor, whenReady: ready } = usePendingFields(setBusy);
  const { first, post, forget } = useNativePost(options.post, options.defaults);
  const [failure, setFailure] = useState(first.failure);
  const form = useForm<Record<string, unknown>, unknown, Values>({
    defaultValues: first.values,
    ...(first.errors && { errors: first.errors, mode: 'onChange' }),
    resolver: rulesResolver(rules),
    shouldFocusError: false,
  });
  usePrecompiledRules(rules, form.getValues);
  const { errors, isDirty, isSubmitted } = form.formState;
  const portal = usePortal();
  const [isKept, setKept] = useState(false);
  const what = isKept ? null : options.unsaved;
  const unsaved = useUnsavedInput(isDirty, what);
  const [answers, setAnswers] = useState(0);
  // Only now does the form know whether something was typed meanwhile: a form that leads on by itself has left without a question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => unsaved.setInFlight(false), [answers]);
  const bound = new Set<string>();
  const idOf = (name: string) => `${base}-${name}`;
  const failing = flattenErrors(errors);
  const messageOf = (name: string) => failing.find((field) => field.name === name)?.message;

  // What is chosen may come late (a picture takes its time): it meets the form as it is then.
  const live = useRef({ isSubmitted, failing });
  live.current = { isSubmitted, failing };
  // A rule may look at several fields: what one change made right must not stay marked elsewhere.
  const recheck = () => {
    const stale = live.current.failing.filter(({ type }) => type === 'rules');
    if (live.current.isSubmitted && stale.length > 0) void form.trigger(stale.map(({ name }) => name));
  };
  const set = (name: string, value: unknown) => {
    form.setValue(name, value, { shouldDirty: true, shouldValidate: shouldValidate(live.current, name) });
    recheck();
  };
  const { listenersOf, setterOf, readControls, reset } = useFieldHandlers(form, { set, recheck });

  const { labels } = options;
  const labelOf = (name: string) => (typeof labels === 'function' ? labels(name) : labels?.[name as keyof Values & string]);

  const inOrder = useFieldOrder(bound, Object.keys(options.defaults), idOf);
  const focusFirst = (names: { name: string }[]) => {
    const [first] = inOrder(names);
    if (first) focusField(idOf(first.name));
  };

  const applyServerErrors = (fields: FieldMessages) => {
    const names = Object.keys(fields).map((path) => ({ path, name: fieldOf(path) }));
    for (const { path, name } of names) form.setError(name, { type: 'server', message: fields[path] ?? '' });
    focusFirst(names);
  };

  useRestorePostedValues({ reset, getValues: form.getValues }, first, options.defaults, focusFirst);

  const send = async (values: Values) => {
    const held = { ...form.getValues() };
    const sent = structuredClone(held);
    setBusy(true);
    unsaved.setInFlight(true);
    const refusal = await runSubmit(() => options.onSubmit(values))
      .catch((fault) => {
        unsaved.setInFlight(false);
        throw fault;
      })
      .finally(() => setBusy(false));
    // What was typed meanwhile is not sent yet.
    if (!refusal) {
      const isAsSent = Object.entries(form.getValues()).every(([name, value]) => Object.is(value, held[name]));
      if (options.clears && isAsSent) reset({ ...options.defaults });
      else reset(sent, { keepValues: true });
      return setAnswers((count) => count + 1);
    }
    unsaved.setInFlight(false);
    if (Object.keys(refusal.fields).length > 0) applyServerErrors(refusal.fields);
    else setFailure(refusal.userMessage || null);
  };

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    setFailure(null);
    forget();
    readControls();
    wakeControlled([...bound].map(idOf));
    try {
      const isReady = ready();
      if (isReady === true || (await isReady)) await form.handleSubmit(send, (found) => focusFirst(flattenErrors(found)))();
    } finally {
      inFlight.current = false;
    }
  };

  const wire = (name: string) => {
    bound.add(name);
    return { id: idOf(name), name, error: messageOf(name) };
  };

  return {
    submit,
    busy,
    isDirty,
    confirmDiscard: async () => !isDirty || what === null || portal.confirm(discardQuestion(what, busy)),
    setStoredElsewhere: setKept,
    failure,
    post,
    waitFor,
    errors: inOrder(failing).map(({ name, message }) => ({ id: idOf(name), label: labelOf(name), message })),
    bind: (name) => ({ ...wire(name), ...(post && nativeDefaults(first.values[name])), ...listenersOf(name) }),
    bindValue: <Value,>(name: string) => ({ ...wire(name), value: form.watch(name) as Value, onChange: setterOf(name) }),
    rows: { control: form.control as unknown as RowsOwner['control'], wire, watch: (name) => form.watch(name), set },
    watch: (name) => form.watch(name),
    set,
    applyServerErrors,
    reset: (values) => reset(values),
    updateDefaults: (values) => {
      const [now, before] = [form.getValues(), form.formState.defaultValues ?? {}];
      const fresh = Object.entries(values).filter(([name, value]) => Object.is(now[name], before[name]) && !Object.is(now[name], value));
      reset({ ...values }, { keepValues: true, keepErrors: true, keepIsSubmitted: true });
      if (fresh.length === 0) return;
      reset({ ...now, ...Object.fromEntries(fresh) }, { keepDefaultValues: true, keepErrors: true, keepIsSubmitted: true });
    },
    isValid: () => isAccepted(rules, form.getValues()),
    values: () => form.getValues(),
    onInput: (listener) =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name) listener();
        },
      }),
    restore: (kept) => {
      const now = form.getValues();
      const first = (name: string) => options.defaults[name as keyof Values & string] ?? '';
      const isTyped = (name: string) => typeof now[name] === 'string' && now[name] !== first(name);
      const back = Object.fromEntries(Object.entries(kept).filter(([name]) => !isTyped(name)));
      reset({ ...now, ...back }, { keepDefaultValues: true });
    },
  };
}
