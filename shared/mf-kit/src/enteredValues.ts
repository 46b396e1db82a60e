type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

const controlsIn = (root: Element): Control[] => [...root.querySelectorAll<Control>('input, select, textarea, button')];

/** The same control in two renders of a page: ids differ between them. */
function keyOf(control: Control): string {
  const isChoice = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
  const label = control instanceof HTMLButtonElement ? control.textContent : isChoice ? control.value : '';
  return [control.tagName, control.form?.id, control.name, label].join('|');
}

/** The setter of the element's class: React replaces the one of the instance and would ignore the event that follows. */
function setNative(control: Control, property: 'value' | 'checked', value: unknown): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set;
  setter?.call(control, value);
}

function moveValue(from: Control, to: Control): void {
  if (from instanceof HTMLButtonElement) {
    if ('pressed' in from.dataset) to.dataset.pressed = from.dataset.pressed;
    return;
  }
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === 'file') {
      if (!from.files?.length) return;
      to.files = from.files;
      to.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    if (/^(checkbox|radio)$/.test(from.type)) {
      // A click: React listens to it instead of `change` here.
      if (from.checked !== from.defaultChecked && from.checked !== to.checked) to.click();
      return;
    }
  }
  const isEntered =
    from instanceof HTMLSelectElement
      ? from.selectedIndex > 0 && !from.selectedOptions[0]?.defaultSelected
      : (from as HTMLInputElement).value !== (from as HTMLInputElement).defaultValue;
  if (!isEntered || from.value === to.value) return;
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
 * Remembers the controls of a served page. React discards the page and renders it again where other software has changed its elements (error
 * 418). The returned function then moves entered values, pressed buttons and the focus to the new controls.
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
    // Another screen's controls never get what was entered here.
    if (window.location.pathname !== pathname) {
      served.removeEventListener('focusin', follow);
      before = [];
    }
    const after = controlsIn(rendered);
    for (const from of before) {
      if (from.isConnected) continue;
      const at = after.findIndex((one) => keyOf(one) === keyOf(from));
      const [to] = at < 0 ? [] : after.splice(at, 1);
      if (!to) continue;
      moveValue(from, to);
      if (focused === from) moveFocus(from, to);
    }
    // React may render the page again more than once.
    before = controlsIn(rendered);
  };
}
