import { type RefObject, useLayoutEffect } from 'react';

/**
 * Says where the screen begins and how much of the window a phone's keyboard covers, as `--top` and `--keyboard`: the screen fills what
 * is left, so that the box below a long list is always seen.
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
    // A line of the portal above the screen moves it without a word: the page grows by it.
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
