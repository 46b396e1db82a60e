import { type RefObject, useLayoutEffect } from 'react';

/**
 * Sets `--top` and `--keyboard` on the screen: its offset, and the height that a phone's keyboard covers. The screen fills the rest, so
 * that the composer below a long list is always visible.
 */
export function useFillViewport(screen: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = screen;
    if (!current) return;
    const measure = () => {
      const { height, scale } = window.visualViewport ?? { height: window.innerHeight, scale: 1 };
      current.style.setProperty('--top', `${Math.round(current.getBoundingClientRect().top + window.scrollY)}px`);
      current.style.setProperty('--keyboard', `${Math.max(0, Math.round(window.innerHeight - height * scale))}px`);
    };
    measure();
    // A notice above the screen moves it without a scroll or resize event; the body's height changes.
    const page = new ResizeObserver(measure);
    page.observe(document.body);
    window.addEventListener('resize', measure);
    window.visualViewport?.addEventListener('resize', measure);
    return () => {
      page.disconnect();
      window.removeEventListener('resize', measure);
      window.visualViewport?.removeEventListener('resize', measure);
    };
  }, [screen]);
}
