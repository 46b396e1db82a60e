import { regions } from '@portal/mf-kit/pageLayout';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NoticesRegion, Question } from '../notices/NoticesRegion';
import { useSignal } from '../platform/signal';
import { Announcement } from './Announcement';
import type { ChromeContext } from './chromeContext';
import { Footer } from './Footer';
import { BottomBar, Drawer, Sidebar } from './Menus';
import { PersistentNotices } from './PersistentNotices';
import { RegionBoundary, type RegionProps } from './RegionBoundary';
import { StaticBar, TopBar } from './TopBar';

/** The guard may already use the bar that the portal host served: an open menu and a focused link are restored. */
function preservingMenuAndFocus(id: string, replace: () => void): void {
  const find = () => [...(document.getElementById(id)?.querySelectorAll<HTMLElement>('summary, a') ?? [])];
  const isOpen = document.querySelector(`#${id} details[open]`) !== null;
  const focused = find().find((element) => element === document.activeElement);
  const isSame = (element: HTMLElement) =>
    element.tagName === focused?.tagName && element.textContent === focused.textContent && element.className === focused.className;
  replace();
  if (isOpen) document.querySelector(`#${id} details`)?.setAttribute('open', '');
  if (focused) find().find(isSame)?.focus({ preventScroll: true });
}

export function Confirmation({ parts: { confirmation } }: { parts: Pick<ChromeContext, 'confirmation'> }) {
  const asked = useSignal(confirmation.asked);
  if (!asked) return null;
  const { Dialog, ...props } = asked;
  return <Dialog {...props} />;
}

/** Renders the chrome into the regions of the page. Each is a separate React root, so that no region delays or breaks another. */
export function mountChrome(parts: ChromeContext): void {
  const { pageLocation, notices, isMenuOpen, portal } = parts;
  const render = (region: keyof typeof regions, content: ReactNode) => {
    const element = document.getElementById(regions[region]);
    if (element) createRoot(element).render(content);
  };
  const withBoundary = (
    name: string,
    content: ReactNode,
    { retryOn: again = pageLocation, fallback, onFailed }: Partial<RegionProps> = {},
  ) => {
    const failed = (error: Error) => {
      portal.telemetry({ event: 'chrome', detail: `${name}: ${error.message}` });
      onFailed?.(error);
    };
    return (
      <RegionBoundary key={name} retryOn={again} onFailed={failed} fallback={fallback}>
        {content}
      </RegionBoundary>
    );
  };
  preservingMenuAndFocus(regions.bar, () =>
    flushSync(() => render('bar', withBoundary('bar', <TopBar parts={parts} />, { fallback: <StaticBar parts={parts} /> }))),
  );
  render('persistentNotices', [
    withBoundary('announcement', <Announcement registry={parts.registry} />),
    withBoundary('standing', <PersistentNotices parts={parts} />),
  ]);
  render('side', withBoundary('side', <Sidebar parts={parts} />));
  render('tabs', withBoundary('tabs', <BottomBar parts={parts} />));
  render('foot', withBoundary('foot', <Footer parts={parts} />));
  render('notices', [
    withBoundary('notices', <NoticesRegion parts={parts} />),
    // A question that cannot be shown is answered with no, so that its caller and the next question continue.
    withBoundary('question', <Question parts={parts} />, { retryOn: notices.asked, onFailed: () => notices.asked.get()?.answer(false) }),
    // A confirmation that cannot be shown counts as cancelled.
    withBoundary('confirmation', <Confirmation parts={parts} />, {
      retryOn: parts.confirmation.asked,
      onFailed: () => parts.confirmation.asked.get()?.onAnswer(false),
    }),
    withBoundary('menu', <Drawer parts={parts} />, { retryOn: isMenuOpen, onFailed: () => isMenuOpen.set(false) }),
  ]);
}
