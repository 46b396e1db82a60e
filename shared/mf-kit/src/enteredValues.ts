type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

const controlsIn = (root: Element): Control[] => [...root.querySelectorAll<Control>('input, select, textarea, button')];

const isInput = (control: Control): control is HTMLInputElement => control instanceof HTMLInputElement;
const isChoice = (control: HTMLInputElement) => /^(checkbox|radio)$/.test(control.type);

function labelOf(control: Control): string | null {
  if (control instanceof HTMLButtonElement) return control.textContent;
  return isInput(control) && isChoice(control) ? control.value : '';
}

/** A key of a control that is equal in two renders of a page, unlike its id. */
function keyOf(control: Control): string {
  return [control.tagName, control.form?.id, control.name, labelOf(control)].join('|');
}

/** Uses the setter of the element's class. React replaces the setter of the instance, and would ignore the following event. */
function setNative(control: Control, property: 'value' | 'checked', value: unknown): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set;
  setter?.call(control, value);
}

function moveFiles(from: HTMLInputElement, to: HTMLInputElement): void {
  if (!from.files?.length) return;
  to.files = from.files;
  to.dispatchEvent(new Event('change', { bubbles: true }));
}

function isEntered(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0 && !control.selectedOptions[0]?.defaultSelected;
  if (isInput(control) && isChoice(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

function moveValue(from: Control, to: Control): void {
  if (from instanceof HTMLButtonElement) {
    if ('pressed' in from.dataset) to.dataset.pressed = from.dataset.pressed;
    return;
  }
  if (isInput(from) && isInput(to) && from.type === 'file') {
    moveFiles(from, to);
    return;
  }
  if (!isEntered(from)) return;
  if (isInput(from) && isInput(to) && isChoice(from)) {
    // A click, because React listens to it instead of `change` here.
    if (from.checked !== to.checked) to.click();
    return;
  }
  if (from.value === to.value) return;
  setNative(to, 'value', from.value);
  to.dispatchEvent(new Event(from instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function moveFocus(from: Control, to: Control): void {
  to.focus({ preventScroll: true });
  if (!('selectionStart' in from && 'selectionStart' in to)) return;
  // Null for kinds of input without a selection, such as e-mail.
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

/**
 * Remembers the controls of a served page. If other software changed its elements, React renders the page again (error 418). The returned
 * function then moves entered values, pressed buttons and the focus to the new controls.
 */
export function rememberControls(served: Element): (rendered: Element) => void {
  let before = controlsIn(served);
  let focused = document.activeElement;
  const follow = ({ target }: Event) => {
    focused = target as Element;
  };
  served.addEventListener('focusin', follow);
  const { pathname } = window.location;
  return (rendered) => {
    // The controls of another screen must not get these values.
    if (window.location.pathname !== pathname) {
      served.removeEventListener('focusin', follow);
      before = [];
    }
    const after = controlsIn(rendered);
    for (const from of before.filter((control) => !control.isConnected)) {
      const to = after.find((control) => keyOf(control) === keyOf(from));
      if (!to) continue;
      after.splice(after.indexOf(to), 1);
      moveValue(from, to);
      if (focused === from) moveFocus(from, to);
    }
    // React may render the page again several times.
    before = controlsIn(rendered);
  };
}
