import { usePortal } from '@portal/mf-kit/PortalContext';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import type { FieldError } from '@portal/ui/ErrorSummary';
import { focusField } from '@portal/ui/focusField';
import type { AddPending } from '@portal/ui/PendingFieldContext';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFieldOrder } from './fieldOrder';
import { type BoundField, type BoundValue, nativeDefaults } from './fieldProps';
import { type NativePost, useNativePost, useRestorePostedValues } from './nativePost';
import { usePendingFields } from './pendingFields';
import { type FormRules, fieldOf, isAccepted, rulesResolver, usePrecompiledRules } from './rulesResolver';
import { type FieldMessages, flattenErrors, runSubmit, type SubmitResult } from './submitResult';
import { useFieldHandlers } from './useFieldHandlers';
import type { RowsOwner } from './useRows';

export interface RulesFormOptions<Values> {
  /** First values of the fields. Text fields take strings. */
  defaults: Readonly<Partial<Record<keyof Values & string, unknown>>>;
  /**
   * Gets the values as the rules parse them (trimmed, numbers as numbers). A result `{ok: false, error}` or a rejected call marks its
   * fields; a message without a field becomes `failure`. After `ok` the values count as saved.
   */
  onSubmit: (values: Values) => Promise<SubmitResult>;
  /**
   * Names the input in the question before it is lost: "your swap". Null for a form without that question, such as the filters of a search.
   */
  unsaved: string | null;
  /** Labels in the error summary, if a message does not name its field. A function for rows: `list.0.field`. */
  labels?: Readonly<Partial<Record<keyof Values & string, string>>> | ((field: string) => string | undefined);
  /** Id of the endpoint for a post without JavaScript, as in the route's `forms`. Render the form by `ProgressiveForm`. */
  post?: string;
  /** Prefix of the field ids; `useLazyForm` passes it, because its fields exist already. */
  id?: string;
  /** Clears the fields after a successful submit, except for input made during the submit. */
  clears?: true;
}

export interface RulesForm<Values> {
  /** Exists for the compiler only: the type of the values. */
  readonly shape?: Values;
  submit: (event?: SyntheticEvent) => Promise<void>;
  /** A submit waits for a field or is in flight. A further submit does nothing. */
  busy: boolean;
  /** The values differ from the defaults and were not sent. */
  isDirty: boolean;
  /** Resolves to true if the input may be discarded. Asks the guard if there is unsaved input. */
  confirmDiscard: () => Promise<boolean>;
  /** `useDraft` calls it while the device stores the input, because leaving then loses nothing. */
  setStoredElsewhere: (isStored: boolean) => void;
  errors: FieldError[];
  /** The error of the last submit if it names no field. */
  failure: string | null;
  /** The result of a post without JavaScript; null if the form has no `post` option. */
  post: NativePost | null;
  /** A field calls it while it prepares its value; a submit waits. `Form` passes it to the fields. */
  waitFor: AddPending;
  bind: (name: keyof Values & string) => BoundField;
  bindValue: <Value = string>(name: keyof Values & string) => BoundValue<Value>;
  /** Pass the form to `useRows` for a list of rows. */
  rows: RowsOwner;
  /** Returns the current raw value, and renders the component again when it changes. */
  watch: (name: keyof Values & string) => unknown;
  set: (name: keyof Values & string, value: unknown) => void;
  /** Shows the messages of the server at their fields and focuses the first. */
  applyServerErrors: (fields: FieldMessages) => void;
  /** Sets all values and makes them the defaults; without `values`, to the first defaults. */
  reset: (values?: RulesFormOptions<Values>['defaults']) => void;
  /** Takes over values that changed in storage: untouched fields change, and entered text stays. Not for lists of rows. */
  updateDefaults: (values: RulesFormOptions<Values>['defaults']) => void;
  /** Whether the rules accept the current values. */
  isValid: () => boolean;
  /** The current raw values. */
  values: () => Record<string, unknown>;
  /** Calls `listener` after each change by the guard, not after `reset` or `restore`. Returns the function that removes it. */
  onInput: (listener: () => void) => () => void;
  /** Fills in earlier values as unsaved input. Text that was already entered stays. */
  restore: (values: Readonly<Record<string, unknown>>) => void;
}

/** Fires an input event on each text control. A password manager may change a control that React renders, and React would ignore that. */
function fireInputEvents(ids: readonly string[]): void {
  for (const id of ids) {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement && control.type === 'text') control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

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

/** Whether to validate a change immediately: after a submit, and for a field that the server marked in prerendered HTML. */
const shouldValidate = ({ isSubmitted, failing }: { isSubmitted: boolean; failing: { name: string }[] }, name: string) =>
  isSubmitted || failing.some((field) => field.name === name);

/**
 * A form with the rules of its domain, which the API uses too. It validates on submit, then on each change. It shows the first error of
 * each failing field, focuses the first one, and never clears entered values after a failure.
 *
 * ```tsx
 * const form = useRulesForm(leaveRules, {
 *   defaults: { leaveTitle: '', leaveDescription: '' },
 *   unsaved: 'your leave request',
 *   onSubmit: (values) => write(values),
 * });
 * return (
 *   <Form form={form}>
 *     <TextField label="Title" {...form.bind('leaveTitle')} />
 *     <SubmitButton form={form}>Send</SubmitButton>
 *   </Form>
 * );
 * ```
 *
 * @param rules the rules file of the domain in `@portal/contracts`
 */
export function useRulesForm<Values extends object>(rules: FormRules<Values>, options: RulesFormOptions<Values>): RulesForm<Values> {
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
  const [isStoredElsewhere, setStoredElsewhere] = useState(false);
  const unsavedName = isStoredElsewhere ? null : options.unsaved;
  const unsaved = useUnsavedInput(isDirty, unsavedName);
  const [answers, setAnswers] = useState(0);
  // Only after the next render does the form know about input made during the submit. A form that navigates after its submit has left
  // without a question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each submit
  useEffect(() => unsaved.setInFlight(false), [answers]);
  const bound = new Set<string>();
  const idOf = (name: string) => `${base}-${name}`;
  const failing = flattenErrors(errors);
  const messageOf = (name: string) => failing.find((field) => field.name === name)?.message;

  // A picture may be ready several renders after its choice, so `set` reads the latest state.
  const live = useRef({ isSubmitted, failing });
  live.current = { isSubmitted, failing };
  // A rule may read several fields, so a change can make other fields valid.
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
    const current = { ...form.getValues() };
    const sent = structuredClone(current);
    setBusy(true);
    unsaved.setInFlight(true);
    const refusal = await runSubmit(() => options.onSubmit(values))
      .catch((fault) => {
        unsaved.setInFlight(false);
        throw fault;
      })
      .finally(() => setBusy(false));
    // Input made during the submit is not saved yet.
    if (!refusal) {
      const isAsSent = Object.entries(form.getValues()).every(([name, value]) => Object.is(value, current[name]));
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
    fireInputEvents([...bound].map(idOf));
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
    confirmDiscard: async () => !isDirty || unsavedName === null || portal.confirm(discardQuestion(unsavedName, busy)),
    setStoredElsewhere,
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
