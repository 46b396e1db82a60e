import type { Screens } from '@portal/mf-kit/routes';
import { guard } from './guard';
import { renderScreen, type ScreenOptions } from './renderScreen';

interface PressedScreen extends ScreenOptions {
  path: string;
  /** The calls of the endpoint that the screen reads first. */
  calls: readonly unknown[];
  /** Resolves when the screen shows its data. */
  whenShown: () => Promise<unknown>;
}

/** Presses a link to the screen, then shows the screen. Expects one request in all, sent by the press. */
export async function expectReadAtPress(Screens: Screens, { path, calls, whenShown, ...options }: PressedScreen): Promise<void> {
  const press = { guardId: guard().id, lastPosition: () => null, signal: new AbortController().signal };
  await Screens.startScreenReads?.(new URL(path, window.location.origin), press);
  expect(calls).toHaveLength(1);
  renderScreen(<Screens />, { path, ...options });
  await whenShown();
  expect(calls).toHaveLength(1);
}
