import { writeChat } from '@portal/contracts/chat/chat.staff';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';

/** Three pages of messages. */
const SAID = 80;

/** Pixels that `readUpward` scrolls in a frame. */
const STEP = 40;

/**
 * Runs in the page: scrolls up until a text appears, and returns the largest movement of visible content in one frame. It uses an
 * intersection observer, which reports painted positions: new rows are measured, and their height is compensated, between layout and
 * painting.
 */
async function readUpward(scroller: Element, until: string): Promise<{ isAtBeginning: boolean; jump: number }> {
  const painted = (element: Element) =>
    new Promise<number>((resolve) => {
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect();
        resolve(entry?.boundingClientRect.top ?? Number.NaN);
      });
      observer.observe(element);
    });
  // The browser scrolls smoothly after a key. That movement is not a jump.
  for (let [still, at] = [0, scroller.scrollTop]; still < 10; at = scroller.scrollTop) {
    await painted(scroller);
    still = scroller.scrollTop === at ? still + 1 : 0;
  }
  const edge = scroller.getBoundingClientRect().top;
  let jump = 0;
  for (let frame = 0; frame < 2000; frame++) {
    if (scroller.textContent?.includes(until)) return { isAtBeginning: true, jump };
    const shown = [...scroller.querySelectorAll('article')].find((one) => one.getBoundingClientRect().top > edge);
    const before = shown && (await painted(shown));
    scroller.scrollTop -= 40;
    const after = shown && (await painted(shown));
    if (shown?.isConnected && before !== undefined && after !== undefined) jump = Math.max(jump, Math.abs(after - before));
  }
  return { isAtBeginning: false, jump };
}

test('a chat by keyboard: opened, written in, and read upward to its beginning without a jump', async ({
  page,
  guard,
  job,
  staff,
  awarded,
}) => {
  await awarded(guard, job);
  for (let line = 1; line <= SAID; line++)
    await staff.call(writeChat, { jobId: job.jobId, message: `Round ${line} ${'is done '.repeat(line % 7)}` });
  await logInByKeyboard(page, guard);
  await tabTo(page, page.getByRole('link', { name: 'Chats' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Job Chats' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: new RegExp(job.title) }));
  await page.keyboard.press('Enter');

  const box = page.getByRole('textbox', { name: `Message to ${job.title}` });
  await tabTo(page, box);
  await page.keyboard.type('Thank you');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('all');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await expect(log.getByRole('article').filter({ hasText: 'Thank you' })).toContainText('Sent');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');

  await page.keyboard.press('Shift+Tab');
  await tabTo(page, log);
  // Visible messages must not move when older ones load above them.
  await page.keyboard.press('PageUp');
  const read = await log.evaluate(readUpward, 'Round 1 ');
  // A frame that moves the content further than the scroll step is a jump.
  expect(read).toEqual({ isAtBeginning: true, jump: expect.closeTo(STEP, -1) });
  await page.keyboard.press('End');
  await expect(log.getByRole('article').filter({ hasText: 'Thank you' })).toBeInViewport();
});
