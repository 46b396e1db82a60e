import { copy } from '@portal/contracts/_kernel/copy';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { site } from '@portal/contracts/_kernel/site';
import { newsletterConsent } from '@portal/contracts/newsletter/newsletter.copy';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { newsletterMessages } from '@portal/contracts/newsletter/newsletter.rules';
import { listSubscribers, unsubscribe } from '@portal/contracts/newsletter/newsletter.staff';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const listed = async () => (await api.call(listSubscribers, {})).data;
const entryOf = async (email: string) => (await listed()).find((one) => one.email === email);
const mails = async (to: string) => (await api.call(readMailbox, { to })).data;

describe('the newsletter', () => {
  it('[API-PUBLIC-13, API-PUBLIC-14, DATA-PUBLIC-05] takes an email, replies code and message, and stores it once', async () => {
    const first = await api.call(subscribe, { email: 'Reader@Example.com' });
    const again = await api.call(subscribe, { email: 'reader@example.com' });
    for (const reply of [first, again]) expect(reply).toMatchObject({ code: 200, message: newsletterMessages.subscribed });
    expect((await listed()).map(({ email }) => email)).toEqual(['reader@example.com']);
  });

  it('stores the time and the wording of the consent; the mail explains how to unsubscribe', async () => {
    await Promise.all([1, 2].map(() => api.call(subscribe, { email: 'agreed@example.com' })));
    const now = '2027-03-10T15:00:00.000Z';
    expect(await entryOf('agreed@example.com')).toEqual({
      email: 'agreed@example.com',
      consentedAt: now,
      wording: newsletterConsent.wording,
      held: false,
      unsubscribedAt: null,
      createdAt: now,
    });
    const sent = await mails('agreed@example.com');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toContain(newsletterConsent.text);
    expect(sent[0]?.body).toContain(`mailto:${site.supportEmail}?subject=Unsubscribe`);
  });

  it('removes a subscriber on request, and adds them again when they subscribe again', async () => {
    await api.call(subscribe, { email: 'leaving@example.com' });
    api.clock.advance({ minutes: 1 });
    expect(await api.call(unsubscribe, { email: 'Leaving@example.com' })).toMatchObject({ code: 200 });
    expect(await entryOf('leaving@example.com')).toMatchObject({ unsubscribedAt: '2027-03-10T15:01:00.000Z' });
    expect(await api.call(unsubscribe, { email: 'leaving@example.com' })).toMatchObject({ code: 404, message: newsletterMessages.unknown });
    await api.call(subscribe, { email: 'leaving@example.com' });
    expect(await entryOf('leaving@example.com')).toMatchObject({ unsubscribedAt: null, consentedAt: '2027-03-10T15:01:00.000Z' });
    expect(await mails('leaving@example.com')).toHaveLength(2);
  });

  it('replies the same to a bot, stores it as held, and sends no mail; a person with that address can still subscribe', async () => {
    const email = 'program@example.com';
    const reply = await api.call(subscribe, { email, [HONEYPOT]: 'https://spam.example/' });
    expect(reply).toMatchObject({ code: 200, message: newsletterMessages.subscribed, data: null });
    expect(await entryOf(email)).toMatchObject({ held: true });
    expect(await mails(email)).toEqual([]);
    await api.call(subscribe, { email });
    await api.call(subscribe, { email, [HONEYPOT]: 'again' });
    expect(await entryOf(email)).toMatchObject({ held: false });
    expect(await mails(email)).toHaveLength(1);
  });

  it('is listed to staff alone, and only staff may remove a subscriber by this call', async () => {
    for (const [path, method] of [
      ['/staff/v1/newsletter', 'GET'],
      ['/staff/v1/newsletter/unsubscribe', 'POST'],
    ] as const)
      expect((await api.request(path, { method, headers: { authorization: basicHeader } })).status).toBe(401);
  });

  it.each([
    ['', copy.emailRequired],
    ['nonsense', copy.emailInvalid],
  ])('refuses %j', async (email, message) => {
    expect(await api.call(subscribe, { email })).toMatchObject({ code: 400, errors: { email: message } });
  });

  it('accepts twenty an hour from one network address, and ten of one mail address', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const ofAddress = await Promise.all(
      Array.from({ length: 200 }, (_, index) => api.call(subscribe, { email: `r${index}@example.com` }, from('203.0.113.7'))),
    );
    expect(ofAddress.filter(({ code }) => code === 200)).toHaveLength(20);
    expect(ofAddress.filter(({ code }) => code === 429)).toHaveLength(180);
    const ofMail = await Promise.all(
      Array.from({ length: 11 }, (_, index) => api.call(subscribe, { email: 'one@example.com' }, from(`198.51.100.${index}`))),
    );
    expect(ofMail.filter(({ code }) => code === 429)).toHaveLength(1);
  });
});
