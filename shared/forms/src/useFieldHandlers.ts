import { type SyntheticEvent, useRef } from 'react';
import type { RefCallBack, UseFormReturn } from 'react-hook-form';
import type { BoundField } from './fieldProps';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Listeners = Pick<BoundField, 'ref' | 'onChange' | 'onBlur'>;
type Form = Pick<UseFormReturn<Record<string, unknown>>, 'register' | 'reset' | 'getValues' | 'setValue'>;

/** The value of a control; null for files and radio buttons, because the form stores other values for them. */
function shownIn(control: Control): string | boolean | null {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  const isText =
    control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement || !['file', 'radio'].includes(control.type);
  return isText ? control.value : null;
}

/** The value that was entered into prerendered HTML; empty if there is none. */
function enteredValue(element: Element): string | boolean {
  if (element instanceof HTMLSelectElement)
    return element.selectedIndex > 0 && !element.selectedOptions[0]?.defaultSelected ? element.value : '';
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked;
  return element.matches('input:not([type="radio"]), textarea') ? (element as HTMLInputElement).value : '';
}

/** Wraps the ref of a control so that the form takes over a value entered before hydration. Registering alone would clear it. */
function adoptEnteredValue(
  attached: WeakSet<Element>,
  ref: RefCallBack,
  name: string,
  form: Pick<Form, 'getValues' | 'setValue'>,
  controls: Map<string, Control>,
): RefCallBack {
  return (element: Control | null) => {
    if (element) controls.set(name, element);
    else controls.delete(name);
    const isFirst = element !== null && !attached.has(element);
    if (isFirst) attached.add(element);
    const entered = isFirst ? enteredValue(element) : '';
    // Before `ref`: the library then writes the same text again, so the caret does not move.
    if (entered && entered !== form.getValues(name)) form.setValue<string>(name, entered, { shouldDirty: true });
    ref(element);
  };
}

/**
 * Event handlers for each field, identical at each render, so that the error of one field does not render the others. Use the returned
 * `reset`: after a reset the library needs every control registered again.
 */
export function useFieldHandlers(form: Form, { set, recheck }: { set: (name: string, value: unknown) => void; recheck: () => void }) {
  const attached = useRef(new WeakSet<Element>());
  const controls = useRef(new Map<string, Control>());
  const known = useRef({ listeners: new Map<string, Listeners>(), setters: new Map<string, (value: unknown) => void>() });
  const { listeners, setters } = known.current;
  return {
    listenersOf(name: string): Listeners {
      const { ref, onChange, onBlur } = form.register(name);
      const made = listeners.get(name) ?? {
        ref: adoptEnteredValue(attached.current, ref, name, form, controls.current),
        onChange: async (event: SyntheticEvent) => {
          await onChange(event);
          recheck();
        },
        onBlur: async (event: SyntheticEvent) => void (await onBlur(event)),
      };
      listeners.set(name, made);
      return made;
    },
    setterOf(name: string): (value: unknown) => void {
      const made = setters.get(name) ?? ((value: unknown) => set(name, value));
      setters.set(name, made);
      return made;
    },
    /** Copies the controls into the form, because a password manager may fill a control without an event. */
    readControls() {
      for (const [name, control] of controls.current) {
        const [shown, known] = [shownIn(control), form.getValues(name)];
        const isKnown = typeof shown === 'boolean' ? shown === Boolean(known) : shown === null || shown === String(known ?? '');
        if (!isKnown) form.setValue<string>(name, shown, { shouldDirty: true });
      }
    },
    reset: ((...given: Parameters<Form['reset']>) => {
      listeners.clear();
      form.reset(...given);
    }) as Form['reset'],
  };
}
