import type { RefCallBack, UseFormReturn } from 'react-hook-form';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The value that a control shows; null for a file and for a radio, which have another value in the form. */
export function shownIn(control: Control): string | boolean | null {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  const isText =
    control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement || !['file', 'radio'].includes(control.type);
  return isText ? control.value : null;
}

/**
 * A control's ref that keeps what was typed, or filled in by the browser, into prerendered HTML: registering would empty it. Later the
 * form knows best.
 */
export function keepEarly(
  attached: WeakSet<Element>,
  ref: RefCallBack,
  name: string,
  form: Pick<UseFormReturn<Record<string, unknown>>, 'getValues' | 'setValue'>,
  controls: Map<string, Control>,
): RefCallBack {
  return (element: Control | null) => {
    if (element) controls.set(name, element);
    else controls.delete(name);
    const isFirst = element !== null && !attached.has(element);
    if (isFirst) attached.add(element);
    const early = isFirst ? earlyOf(element) : '';
    // Before the library meets the control: it then writes what stands there already, and the cursor stays where it is.
    if (early && early !== form.getValues(name)) form.setValue<string>(name, early, { shouldDirty: true });
    ref(element);
  };
}

/** A text that was typed, a box that was ticked, another choice than the one that stands at first. */
function earlyOf(element: Element): string | boolean {
  if (element instanceof HTMLSelectElement)
    return element.selectedIndex > 0 && !element.selectedOptions[0]?.defaultSelected ? element.value : '';
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked;
  return element.matches('input:not([type="radio"]), textarea') ? (element as HTMLInputElement).value : '';
}
