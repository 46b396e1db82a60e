/**
 * Clicks the buttons again that were clicked before hydration. A script of the portal host has marked them. A submit button is enabled when
 * its form has its code, which may be after the mount.
 */
export function replayClicks(screen: HTMLElement): void {
  const click = (button: HTMLButtonElement) => {
    delete button.dataset.pressed;
    button.click();
  };
  for (const button of screen.querySelectorAll<HTMLButtonElement>('button[data-pressed]:enabled')) click(button);
  // A busy button has aria-disabled: its click was handled.
  for (const button of screen.querySelectorAll<HTMLButtonElement>('button:disabled:not([aria-disabled])')) {
    const observer = new MutationObserver(() => {
      if (button.disabled) return;
      observer.disconnect();
      if ('pressed' in button.dataset) click(button);
    });
    observer.observe(button, { attributes: true, attributeFilter: ['disabled'] });
  }
}
