import { regions } from '@portal/mf-kit/frame';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { NoticesRegion } from '../notices/NoticesRegion';
import { Bar } from './Bar';
import { BottomBar } from './BottomBar';
import type { ChromeParts } from './context';
import { Drawer } from './Drawer';
import { Foot } from './Foot';
import { Side } from './Side';

/** Renders the chrome into the regions that the host served, each a root of its own so that none waits for another. */
export function mountChrome(parts: ChromeParts): void {
  const show = (region: keyof typeof regions, content: ReactNode) => {
    const element = document.getElementById(regions[region]);
    if (element) createRoot(element).render(content);
  };
  show('bar', <Bar parts={parts} />);
  show('side', <Side parts={parts} />);
  show('tabs', <BottomBar parts={parts} />);
  show('foot', <Foot parts={parts} />);
  show(
    'notices',
    <>
      <NoticesRegion parts={parts} />
      <Drawer parts={parts} />
    </>,
  );
}
