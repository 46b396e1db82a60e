import type { Page } from '@playwright/test';

const WITHIN_MS = 60_000;
/** Name of the measure from a click to its paint in the trace. */
export const CLICK = 'bench click';

interface Clock {
  took: number | null;
}

interface Timed<Argument> {
  /** Runs in the page in each frame after the click; true when the result is displayed. It can use its argument only. */
  isShown: (argument: Argument) => boolean;
  argument: Argument;
  click: () => Promise<void>;
}

/** Runs in the page: measures from the next click to the paint of the frame in which `isShown` returns true. */
function timeNextClick({ argument, name }: { argument: unknown; name: string }): void {
  const clock: Clock = { took: null };
  const { __isShown: isShown } = Object.assign(globalThis, { __clock: clock }) as unknown as { __isShown: (argument: unknown) => boolean };
  window.addEventListener(
    'click',
    ({ timeStamp }) => {
      const frame = () => {
        if (!isShown(argument)) return void requestAnimationFrame(frame);
        // A message is delivered after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          clock.took = performance.measure(name, { start: timeStamp }).duration;
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(frame);
    },
    { capture: true, once: true },
  );
}

/** Clicks at the mouse position, without scrolling or waiting first. */
export async function clickHere(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}

/** Milliseconds from a click until its result is painted, by the page's own clock. */
export async function timeClick<Argument>(page: Page, { isShown, argument, click }: Timed<Argument>): Promise<number> {
  await page.evaluate(`globalThis.__isShown = ${isShown.toString()}`);
  await page.evaluate(timeNextClick, { argument: argument as unknown, name: CLICK });
  await click();
  const took = await page.waitForFunction(() => (globalThis as unknown as { __clock: Clock }).__clock.took, null, { timeout: WITHIN_MS });
  return Number(await took.jsonValue());
}
