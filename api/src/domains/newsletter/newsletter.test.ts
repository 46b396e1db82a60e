import { copy } from '@portal/contracts/_kernel/copy';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { newsletterMessages } from '@portal/contracts/newsletter/newsletter.rules';
import { sql } from 'kysely';
import { db } from '../../platform/db';
import { startApi, type TestApi } from '../../testing/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const stored = async () => (await sql<{ email: string }>`select email from newsletter_subscriptions`.execute(db())).rows;

describe('the newsletter', () => {
  it('[API-PUBLIC-13, API-PUBLIC-14, DATA-PUBLIC-05] takes an email, replies code and message, and stores it once', async () => {
    const first = await api.call(subscribe, { email: 'Reader@Example.com' });
    const again = await api.call(subscribe, { email: 'reader@example.com' });
    for (const reply of [first, again]) expect(reply).toMatchObject({ code: 200, message: newsletterMessages.subscribed });
    expect(await stored()).toEqual([{ email: 'reader@example.com' }]);
  });

  it.each([
    ['', copy.emailRequired],
    ['nonsense', copy.emailInvalid],
  ])('refuses %j', async (email, message) => {
    expect(await api.call(subscribe, { email })).toMatchObject({ code: 400, errors: { email: message } });
  });

  it('lets one address subscribe twenty times an hour', async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, (_, index) => api.call(subscribe, { email: `r${index}@example.com` })));
    expect(replies.filter(({ code }) => code === 429).length).toBeGreaterThan(4);
  });
});
