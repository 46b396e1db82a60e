/** @jest-environment node */
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import { countDirectWrites } from './writer';

it('counts a direct write until its reply, and no durable write', async () => {
  let answer: (result: unknown) => void = () => undefined;
  const slow = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const { portal, isSending } = countDirectWrites({ writeAs: slow as PagePortal['writeAs'] } as PagePortal);
  const { writeAs } = portal;
  const endpoint = {} as Parameters<PagePortal['writeAs']>[1];
  void writeAs(null, endpoint, {}, { durable: { what: 'Break: Lunch' } });
  expect(isSending()).toBe(false);
  const written = writeAs(null, endpoint, {});
  expect(isSending()).toBe(true);
  answer({ ok: true });
  await written;
  expect(isSending()).toBe(false);
});
