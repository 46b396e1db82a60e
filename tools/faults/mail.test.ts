import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { count, sendWhileKilled } from './mail';

it('200 mails through three kills of the worker come once each; once more only what was accepted and whose answer a kill swallowed', async () => {
  const folder = temporaryFolder('mail-once');
  const options = { folder, messages: 200, kills: 3, seed: 13, say: () => undefined };
  const { accepted, lost, doubled, resent, beyond } = await sendWhileKilled(options);
  expect({ lost, doubled, beyond }).toEqual({ lost: [], doubled: [], beyond: 0 });
  expect(accepted).toBe(200 + resent);
}, 300_000);

describe('what the receiver counted', () => {
  const mails = (...to: string[]) => to.map((one) => ({ to: one, messageId: `<${one}@portal.example.com>` }));

  it('misses what was asked for and never came, whether or not the database still knows it', () => {
    expect(count(['ann', 'bob'], mails('ann'), [])).toMatchObject({ accepted: 1, lost: ['bob'], doubled: [] });
  });

  it('allows one more of a mail for each answer that a kill swallowed, and none to anybody who was not written to', () => {
    const came = mails('ann', 'ann', 'bob', 'bob', 'eve');
    expect(count(['ann', 'bob'], came, [['ann']])).toMatchObject({ doubled: ['bob', 'eve'], unanswered: 1, resent: 2 });
  });

  it('allows no other Message-ID, by which a mailbox would show the mail twice', () => {
    const again = { to: 'ann', messageId: '<another@portal.example.com>' };
    expect(count(['ann'], [...mails('ann'), again], [['ann']]).doubled).toEqual(['ann']);
  });

  it('names what one kill swallowed beyond the mails that a worker has under way', () => {
    const many = Array.from({ length: 11 }, (_, index) => `guard${index}`);
    expect(count(many, mails(...many, ...many), [many])).toMatchObject({ doubled: [], beyond: 3 });
    expect(count(many, mails(...many), [many.slice(0, 8), many.slice(3)]).beyond).toBe(0);
  });
});
