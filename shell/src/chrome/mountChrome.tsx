import { regions } from '@portal/mf-kit/frame';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NoticesRegion } from '../notices/NoticesRegion';
import { Question } from '../notices/Question';
import { Confirmation } from '../session/Confirmation';
import { Announcement } from './Announcement';
import { Bar, StaticBar } from './Bar';
import { BottomBar } from './BottomBar';
import type { ChromeParts } from './context';
import { Drawer } from './Drawer';
import { Foot } from './Foot';
import { Region, type RegionProps } from './Region';
import { Side } from './Side';
import { Standing } from './Standing';

/** The served bar may be in use when it is replaced: its menu open, one of its links focused. */
function keepingUse(id: string, replace: () => void): void {
  const find = () => [...(document.getElementById(id)?.querySelectorAll<HTMLElement>('summary, a') ?? [])];
  const isOpen = document.querySelector(`#${id} details[open]`) !== null;
  const focused = find().find((element) => element === document.activeElement);
  const isSame = (element: HTMLElement) =>
    element.tagName === focused?.tagName && element.textContent === focused.textContent && element.className === focused.className;
  replace();
  if (isOpen) document.querySelector(`#${id} details`)?.setAttribute('open', '');
  if (focused) find().find(isSame)?.focus({ preventScroll: true });
}

/** Renders the chrome into the regions that the host served, each a root of its own so that none waits for another, or falls with it. */
export function mountChrome(parts: ChromeParts): void {
  const { place, notices, isMenuOpen, portal } = parts;
  const render = (region: keyof typeof regions, content: ReactNode) => {
    const element = document.getElementById(regions[region]);
    if (element) createRoot(element).render(content);
  };
  const fenced = (name: string, content: ReactNode, { again = place, fallback, onFailed }: Partial<RegionProps> = {}) => {
    const failed = (error: Error) => {
      portal.telemetry({ event: 'chrome', detail: `${name}: ${error.message}` });
      onFailed?.(error);
    };
    return (
      <Region key={name} again={again} onFailed={failed} fallback={fallback}>
        {content}
      </Region>
    );
  };
  keepingUse(regions.bar, () =>
    flushSync(() => render('bar', fenced('bar', <Bar parts={parts} />, { fallback: <StaticBar parts={parts} /> }))),
  );
  render('standing', [fenced('announcement', <Announcement registry={parts.registry} />), fenced('standing', <Standing parts={parts} />)]);
  render('side', fenced('side', <Side parts={parts} />));
  render('tabs', fenced('tabs', <BottomBar parts={parts} />));
  render('foot', fenced('foot', <Foot parts={parts} />));
  render('notices', [
    fenced('notices', <NoticesRegion parts={parts} />),
    // A question that nobody can see is answered with no: whoever asked goes on, and so does the next one.
    fenced('question', <Question parts={parts} />, { again: notices.asked, onFailed: () => notices.asked.get()?.answer(false) }),
    // A dialog that cannot be shown confirms nothing: its call is answered as refused.
    fenced('confirmation', <Confirmation parts={parts} />, {
      again: parts.confirmation.asked,
      onFailed: () => parts.confirmation.asked.get()?.onAnswer(false),
    }),
    fenced('menu', <Drawer parts={parts} />, { again: isMenuOpen, onFailed: () => isMenuOpen.set(false) }),
  ]);
}
