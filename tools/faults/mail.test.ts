import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { sendWhileKilled } from './mail';

it('200 mails through three kills of the worker come once each; once more only what was accepted and whose answer a kill swallowed', async () => {
  const folder = temporaryFolder('mail-once');
  const { accepted, lost, doubled, resent } = await sendWhileKilled({ folder, messages: 200, kills: 3, seed: 13, say: () => undefined });
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  expect(accepted).toBe(200 + resent);
}, 300_000);
