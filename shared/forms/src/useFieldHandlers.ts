import { type SyntheticEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BoundField } from './fieldProps';
import { type Control, keepEarly, shownIn } from './keepEarly';

type Listeners = Pick<BoundField, 'ref' | 'onChange' | 'onBlur'>;
type Form = Pick<UseFormReturn<Record<string, unknown>>, 'register' | 'reset' | 'getValues' | 'setValue'>;

/**
 * What listens to each field, the same at each render: a field that is told nothing new is then not rendered for another one's error.
 * `reset` is the form's own; behind it the library knows no control any more, and is given each anew.
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
        ref: keepEarly(attached.current, ref, name, form, controls.current),
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
    /** A password manager may fill a control without an event: the form takes what its controls show. */
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
