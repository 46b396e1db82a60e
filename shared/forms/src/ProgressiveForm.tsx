import { copy } from '@portal/contracts/_kernel/copy';
import { usePostResult } from '@portal/mf-kit/PageInputContext';
import { FORM_FIELD, formId } from '@portal/mf-kit/pageInput';
import { Banner } from '@portal/ui/Banner';
import {
  type ComponentType,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Form, type FormProps } from './Form';
import { nativeDefaults } from './fieldProps';
import { NativeSubmitContext } from './SubmitButton';
import type { RulesForm } from './useRulesForm';

type PostableForm = FormProps['form'] & Pick<RulesForm<object>, 'post'>;

export interface ProgressiveFormProps extends Omit<FormProps, 'form' | 'id' | 'action' | 'method' | 'encType' | 'hidden'> {
  /** A form of `useLazyForm`, or a form of `useRulesForm` with `post`. */
  form: PostableForm | (PostableForm & Pick<LazyForm<object>, 'loadHandlers' | 'rules'>);
  /** Values that are sent with the fields: `{ pageId: 'CONTACT US' }`. `onSubmit` adds the same. */
  hidden?: Readonly<Record<string, string>>;
  /** One of its fields is an `<input type="file">`. */
  files?: boolean;
}

/**
 * A form of a public page. It works without JavaScript, and it loads its code when a visitor first touches it.
 *
 * ```tsx
 * // EnquiryPart.tsx: the fields. `module.ts` has `forms: { [sendEnquiry.id]: sendEnquiry.path }` in the route.
 * const load = () => import('./EnquiryRules').then((file) => file.EnquiryRules);
 * const form = useLazyForm<Enquiry, { pageId: string }>({ post: enquiryId, defaults, load, more: { pageId } });
 * return (
 *   <ProgressiveForm form={form} hidden={{ pageId }}>
 *     <TextField label="Name" {...form.bind('name')} />
 *     <SubmitButton form={form}>Send</SubmitButton>
 *   </ProgressiveForm>
 * );
 * // EnquiryRules.tsx: validation and sending.
 * const form = useRulesForm(enquiryRules, { id, post: sendEnquiry.id, defaults, unsaved: 'your message', onSubmit });
 * useAttachForm(form, onForm);
 * return null;
 * ```
 *
 * Without JavaScript the browser posts to the address of the page. The portal host passes the form to the API, which validates by the same
 * schema. The page returns with the success message of the API, or with its errors and the entered values except files and passwords.
 * List every field in `defaults`, and bind fields by `bind`, or a RadioGroup by `bindValue`.
 */
export function ProgressiveForm({ form, hidden = {}, files = false, children, ...rest }: ProgressiveFormProps) {
  if (!form.post) throw new Error('A ProgressiveForm needs `post` in its useRulesForm');
  const { endpoint, successMessage } = form.post;
  const id = formId(endpoint);
  return (
    <NativeSubmitContext value>
      {/* The page's own address; the fragment scrolls back to the form. */}
      <Form
        {...rest}
        {...('loadHandlers' in form && form.loadHandlers)}
        form={form}
        id={id}
        action={`#${id}`}
        method="post"
        encType={files ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
      >
        {Object.entries({ [FORM_FIELD]: endpoint, ...hidden }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {successMessage && <Banner kind="success">{successMessage}</Banner>}
        {children}
      </Form>
      {'rules' in form && form.rules}
    </NativeSubmitContext>
  );
}

/** The members of a form that its fields and `ProgressiveForm` use. */
export type ShownForm<Values extends object> = Pick<
  RulesForm<Values>,
  'submit' | 'failure' | 'errors' | 'busy' | 'post' | 'waitFor' | 'bind' | 'bindValue'
>;

/** Props of the loaded component that calls `useRulesForm`. */
export interface LazyRulesProps<Values extends object> {
  /** The `id` of its useRulesForm. */
  id: string;
  /** The second argument of `useAttachForm`. */
  onForm: (form: ShownForm<Values>) => void;
}

export interface LazyFormOptions<Values extends object, More> {
  /** The id of the endpoint: the same as in the route's `forms` and in `post` of the useRulesForm. */
  post: string;
  defaults: Readonly<Partial<Record<keyof Values & string, unknown>>>;
  /** Loads the component that calls `useRulesForm` and `useAttachForm`, and renders nothing. */
  load: () => Promise<ComponentType<LazyRulesProps<Values> & More>>;
  /** Further props of that component; texts and numbers. */
  more: More;
}

export interface LazyForm<Values extends object> extends ShownForm<Values> {
  /** The rules are attached. Before, a field of `bindValue` cannot report its value. */
  isReady: boolean;
  /** `ProgressiveForm` spreads them: focus and touch load the rules. */
  loadHandlers: { onFocus: () => void; onPointerDown: () => void };
  /** `ProgressiveForm` renders it. */
  rules: ReactNode;
}

/** The field has the focus, or a value other than its HTML. */
function isTouched(field: HTMLElement): boolean {
  if (field === document.activeElement) return true;
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 && !field.selectedOptions[0]?.defaultSelected;
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

const noop = async () => undefined;

/** The values, errors and messages of the form after a post without JavaScript, by field name. */
function usePostedValues(post: string, defaults: Readonly<Record<string, unknown>>) {
  const posted = usePostResult(post);
  const [first] = useState(posted);
  const refused = first?.ok === false ? first : null;
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const typed = [refused?.values[name] ?? []].flat()[0];
      return [name, typed === undefined ? value : typeof value === 'boolean' ? typed === 'true' : typed];
    }),
  );
  const errors = refused?.errors ?? {};
  const isMarked = Object.keys(errors).length > 0;
  return {
    values,
    errors,
    failure: refused && !isMarked ? refused.message : null,
    successMessage: first?.ok ? first.message : null,
    refused,
  };
}

/**
 * The form of a `ProgressiveForm` whose code (useRulesForm, its library, the rules of the domain) loads when a visitor first touches it. The
 * fields exist from the first render on. The loaded code takes over the same elements, so their values and the focus stay.
 *
 * See the example of `ProgressiveForm`.
 */
export function useLazyForm<Values extends object, More extends object>(options: LazyFormOptions<Values, More>): LazyForm<Values> {
  const { post, defaults, load, more } = options;
  const id = useId();
  const posted = usePostedValues(post, defaults);
  const [Rules, setRules] = useState<ComponentType<LazyRulesProps<Values> & More> | null>(null);
  const [form, setForm] = useState<ShownForm<Values> | null>(null);
  const [failure, setFailure] = useState(posted.failure);
  const [isSubmitRequested, setSubmitRequested] = useState(false);
  const isLoading = useRef(false);
  const idOf = (name: string) => `${id}-${name}`;
  const [ids] = useState(() => Object.keys(defaults).map(idOf));

  const loadRules = useCallback(() => {
    if (isLoading.current) return;
    isLoading.current = true;
    load().then(
      (found) => setRules(() => memo(found) as unknown as ComponentType<LazyRulesProps<Values> & More>),
      () => {
        isLoading.current = false;
        setSubmitRequested((wasRequested) => {
          if (wasRequested) setFailure(copy.notSent);
          return false;
        });
      },
    );
  }, [load]);

  const { refused } = posted;
  useEffect(() => {
    if (refused) loadRules();
  }, [refused, loadRules]);

  // A visitor may have touched or filled in a field before this code ran.
  useEffect(() => {
    const fields = ids.map((field) => document.getElementById(field));
    if (fields.some((field) => field !== null && isTouched(field))) loadRules();
  }, [ids, loadRules]);

  useEffect(() => {
    if (!form || !isSubmitRequested) return;
    setSubmitRequested(false);
    void form.submit();
  }, [form, isSubmitRequested]);

  const wire = (name: string) => ({ id: idOf(name), name, error: posted.errors[name] });
  const unattached: ShownForm<Values> = {
    submit: async (event?: SyntheticEvent) => {
      event?.preventDefault();
      setFailure(null);
      setSubmitRequested(true);
      loadRules();
    },
    busy: isSubmitRequested,
    failure,
    errors: Object.keys(defaults).flatMap((name) => {
      const message = posted.errors[name];
      return message === undefined ? [] : [{ id: idOf(name), label: undefined, message }];
    }),
    post: { endpoint: post, successMessage: posted.successMessage },
    waitFor: noop,
    bind: (name) => ({ ...wire(name), ...nativeDefaults(posted.values[name]), ref: noop, onChange: noop, onBlur: noop }),
    bindValue: <Value,>(name: string) => ({ ...wire(name), value: posted.values[name] as Value, onChange: noop }),
  };
  return {
    ...(form ?? unattached),
    isReady: form !== null,
    loadHandlers: { onFocus: loadRules, onPointerDown: loadRules },
    rules: Rules && <Rules {...more} id={id} onForm={setForm} />,
  };
}

/** Connects the loaded form to the fields of its `useLazyForm`. Call it in the component that `load` returns. */
export function useAttachForm<Values extends object>(form: ShownForm<Values>, onForm: (form: ShownForm<Values>) => void): void {
  useLayoutEffect(() => onForm(form));
}
