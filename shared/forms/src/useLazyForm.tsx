import { copy } from '@portal/contracts/_kernel/copy';
import { usePostResult } from '@portal/mf-kit/PageInputContext';
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
import { asHtml } from './asHtml';
import type { RulesForm } from './useRulesForm';

/** What a form's fields and its `PostForm` need of it. */
export type ShownForm<Values extends object> = Pick<
  RulesForm<Values>,
  'submit' | 'failure' | 'errors' | 'busy' | 'post' | 'waitFor' | 'bind' | 'bindValue'
>;

/** What the component with the form's rules is given. */
export interface LazyRulesProps<Values extends object> {
  /** The `id` of its useRulesForm. */
  id: string;
  /** For `useHandOver`. */
  onForm: (form: ShownForm<Values>) => void;
}

export interface LateFormOptions<Values extends object, More> {
  /** The id of the endpoint, as the route's `forms` names it, and the `post` of the useRulesForm. */
  post: string;
  defaults: Readonly<Partial<Record<keyof Values & string, unknown>>>;
  /** Fetches the component that calls useRulesForm and hands its form over; it renders nothing. */
  load: () => Promise<ComponentType<LazyRulesProps<Values> & More>>;
  /** What that component is told besides; texts and numbers. */
  more: More;
}

export interface LateForm<Values extends object> {
  form: ShownForm<Values>;
  /** Whether the form has its rules: before, what is chosen in a field of its own kind is not told to anybody. */
  isReady: boolean;
  /** Spread onto the `PostForm`: the rules are fetched when somebody turns to it. */
  loadHandlers: { onFocus: () => void; onPointerDown: () => void };
  /** Rendered beside the form. */
  rules: ReactNode;
}

/** It has the focus, or holds something else than its HTML says. */
function isTouched(field: HTMLElement): boolean {
  if (field === document.activeElement) return true;
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 && !field.selectedOptions[0]?.defaultSelected;
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

const noop = async () => undefined;

/** What became of the form when it was posted without JavaScript, by field name. */
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
  return { values, errors, failure: refused && !isMarked ? refused.message : null, said: first?.ok ? first.message : null, refused };
}

/**
 * A form of a public page, which shall weigh nothing until somebody turns to it. Its fields are there from the first render on, and the
 * browser sends them without any code (`PostForm`). What checks them, shows its words and sends them (useRulesForm, its library and the
 * domain's rules) is fetched when the form is first touched, and takes over the very same fields: what was typed, and where, stays.
 *
 * The component that is fetched: `const form = useRulesForm(rules, { id, post, … }); useHandOver(form, onForm); return null;`
 */
export function useLazyForm<Values extends object, More extends object>(options: LateFormOptions<Values, More>): LateForm<Values> {
  const { post, defaults, load, more } = options;
  const id = useId();
  const early = usePostedValues(post, defaults);
  const [Rules, setRules] = useState<ComponentType<LazyRulesProps<Values> & More> | null>(null);
  const [form, setForm] = useState<ShownForm<Values> | null>(null);
  const [failure, setFailure] = useState(early.failure);
  const [isWanted, setWanted] = useState(false);
  const isComing = useRef(false);
  const idOf = (name: string) => `${id}-${name}`;
  const [ids] = useState(() => Object.keys(defaults).map(idOf));

  const loadHandlers = useCallback(() => {
    if (isComing.current) return;
    isComing.current = true;
    load().then(
      (found) => setRules(() => memo(found) as unknown as ComponentType<LazyRulesProps<Values> & More>),
      () => {
        isComing.current = false;
        setWanted((wasWanted) => {
          if (wasWanted) setFailure(copy.notSent);
          return false;
        });
      },
    );
  }, [load]);

  // What was refused is at hand to be mended at once.
  const { refused } = early;
  useEffect(() => {
    if (refused) loadHandlers();
  }, [refused, loadHandlers]);

  // Somebody may have turned to it, or filled it in, before the page had its code.
  useEffect(() => {
    const fields = ids.map((field) => document.getElementById(field));
    if (fields.some((field) => field !== null && isTouched(field))) loadHandlers();
  }, [ids, loadHandlers]);

  useEffect(() => {
    if (!form || !isWanted) return;
    setWanted(false);
    void form.submit();
  }, [form, isWanted]);

  const wire = (name: string) => ({ id: idOf(name), name, error: early.errors[name] });
  const standIn: ShownForm<Values> = {
    submit: async (event?: SyntheticEvent) => {
      event?.preventDefault();
      setFailure(null);
      setWanted(true);
      loadHandlers();
    },
    busy: isWanted,
    failure,
    errors: Object.keys(defaults).flatMap((name) => {
      const message = early.errors[name];
      return message === undefined ? [] : [{ id: idOf(name), label: undefined, message }];
    }),
    post: { endpoint: post, said: early.said },
    waitFor: noop,
    bind: (name) => ({ ...wire(name), ...asHtml(early.values[name]), ref: noop, onChange: noop, onBlur: noop }),
    bindValue: <Value,>(name: string) => ({ ...wire(name), value: early.values[name] as Value, onChange: noop }),
  };
  return {
    form: form ?? standIn,
    isReady: form !== null,
    loadHandlers: { onFocus: loadHandlers, onPointerDown: loadHandlers },
    rules: Rules && <Rules {...more} id={id} onForm={setForm} />,
  };
}

/** Gives the form to the fields that are on the page already. */
export function useAttachForm<Values extends object>(form: ShownForm<Values>, onForm: (form: ShownForm<Values>) => void): void {
  useLayoutEffect(() => onForm(form));
}
