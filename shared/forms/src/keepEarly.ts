import type { RefCallBack, UseFormReturn } from 'react-hook-form';

/**
 * A control's ref that keeps what was typed, or filled in by the browser, into prerendered HTML: registering would empty it. Later the
 * form knows best.
 */
export function keepEarly(
  attached: WeakSet<Element>,
  ref: RefCallBack,
  name: string,
  form: Pick<UseFormReturn<Record<string, unknown>>, 'getValues' | 'setValue'>,
): RefCallBack {
  return (element: HTMLInputElement | null) => {
    const isFirst = element !== null && !attached.has(element);
    if (isFirst) attached.add(element);
    const early = isFirst && element.matches('input:not([type="checkbox"], [type="radio"]), textarea') ? element.value : '';
    ref(element);
    if (early && early !== form.getValues(name)) form.setValue<string>(name, early, { shouldDirty: true });
  };
}
