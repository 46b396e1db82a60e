import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { countMails, sendWhileKilled } from './mail';

it('sends 200 mails once each through three kills of the worker; a second copy arrives only if a kill lost the reply', async () => {
  const folder = temporaryFolder('mail-once');
  const options = { folder, messages: 200, kills: 3, seed: 13, say: () => undefined };
  const { accepted, lost, doubled, resent, beyond } = await sendWhileKilled(options);
  expect({ lost, doubled, beyond }).toEqual({ lost: [], doubled: [], beyond: 0 });
  expect(accepted).toBe(200 + resent);
}, 300_000);

describe('counting mails at the mail server', () => {
  const mails = (...to: string[]) => to.map((one) => ({ to: one, messageId: `<${one}@portal.example.com>` }));

  it('counts a queued mail that never arrived as lost', () => {
    expect(countMails(['ann', 'bob'], mails('ann'), [])).toMatchObject({ accepted: 1, lost: ['bob'], doubled: [] });
  });

  it('allows one more copy of a mail for each lost reply, and no mail to an unknown recipient', () => {
    const came = mails('ann', 'ann', 'bob', 'bob', 'eve');
    expect(countMails(['ann', 'bob'], came, [['ann']])).toMatchObject({ doubled: ['bob', 'eve'], unanswered: 1, resent: 2 });
  });

  it('allows no other Message-ID, because a mailbox would show the mail twice', () => {
    const again = { to: 'ann', messageId: '<another@portal.example.com>' };
    expect(countMails(['ann'], [...mails('ann'), again], [['ann']]).doubled).toEqual(['ann']);
  });

  it('counts the lost replies beyond the mails that a worker may have in flight', () => {
    const many = Array.from({ length: 11 }, (_, index) => `guard${index}`);
    expect(countMails(many, mails(...many, ...many), [many])).toMatchObject({ doubled: [], beyond: 3 });
    expect(countMails(many, mails(...many), [many.slice(0, 8), many.slice(3)]).beyond).toBe(0);
  });
});
