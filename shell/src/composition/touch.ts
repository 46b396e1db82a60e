/** What somebody does who turns to a page: the first of these wakes it. Scrolling alone is reading. */
const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'beforeinput'] as const;

/** A page that was rendered and has no code yet. */
export interface Sleep {
  /** Stops listening for a touch. */
  end: () => void;
  /** Presses the button that was pressed while there was nobody to hear it. Links, forms and what unfolds work by themselves. */
  pressAgain: () => void;
}

/** Calls `wake` when somebody first touches the page. */
export function untilTouched(served: HTMLElement, wake: () => void): Sleep {
  let pressed: HTMLButtonElement | null = null;
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.type === 'button') pressed = button;
  };
  served.addEventListener('click', onClick);
  for (const touch of TOUCHES) document.addEventListener(touch, wake, { passive: true, capture: true });
  return {
    end() {
      for (const touch of TOUCHES) document.removeEventListener(touch, wake, { capture: true });
    },
    pressAgain() {
      served.removeEventListener('click', onClick);
      if (pressed?.isConnected) pressed.click();
    },
  };
}
