const CONTROL =
  'input:not([type=hidden]):not([tabindex="-1"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** Focuses the control with this id, or the first control of the group with this id. */
export function focusField(id: string): void {
  const found = document.getElementById(id);
  const control = found?.matches(CONTROL) ? found : found?.querySelector<HTMLElement>(CONTROL);
  control?.focus();
}
