import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { site } from '@portal/contracts/_kernel/site';
import { toWire } from '@portal/contracts/_kernel/wire';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const enquiry = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134', query: 'Who do I call?' };
const listed = async (pageId?: string) => (await api.call(listEnquiries, { pageId })).data;
const mails = async () => (await api.call(readMailbox, { to: site.supportEmail })).data;
const received = 'Thank you. We received your message and will reply.';

describe('an enquiry', () => {
  it('[API-PUBLIC-08, API-PUBLIC-12, DATA-PUBLIC-06] takes name, email, phone, query and pageId, and replies with code 200 and message', async () => {
    for (const pageId of [pageIds.contact, pageIds.training, 'CAR LOTS']) {
      expect(await api.call(sendEnquiry, { ...enquiry, pageId })).toMatchObject({ code: 200, message: received });
      api.clock.advance({ minutes: 1 });
    }
    expect((await listed()).map(({ pageId }) => pageId)).toEqual(['CAR LOTS', 'TRAINING', 'CONTACT US']);
    const createdAt = '2027-03-10T15:01:00.000Z';
    expect(await listed('TRAINING')).toEqual([{ ...enquiry, pageId: 'TRAINING', createdAt, consentedAt: createdAt, held: false }]);
    expect((await mails())[0]).toMatchObject({ subject: 'Enquiry: CAR LOTS, Zoë Roy', body: expect.stringContaining('Who do I call?') });
  });

  it('with empty fields is refused field by field, and not stored', async () => {
    const before = (await listed()).length;
    const blank = { name: '', email: '', phone: '', query: '', pageId: 'TRAINING' };
    expect(await api.call(sendEnquiry, blank)).toMatchObject({
      code: 400,
      errors: {
        name: 'Name is required',
        email: 'Email is required',
        phone: 'Phone number is required',
        query: 'Please enter your message',
      },
    });
    expect(await listed()).toHaveLength(before);
  });

  it.each([
    ['name', '', 'Name is required'],
    ['name', 'Z0e', 'Please enter valid name'],
    ['email', '', 'Email is required'],
    ['email', 'zoe@example', 'Please enter valid email'],
    ['phone', '', 'Phone number is required'],
    ['phone', '416-CALL', 'Please enter valid phone number'],
    ['query', '', 'Please enter your message'],
  ])(
    '[PUBLIC-CONTACT-15, PUBLIC-CONTACT-24, PUBLIC-TRAINING-02] must pass all rules: a %s of %j alone refuses it, and it is not stored',
    async (field, value, message) => {
      const before = (await listed()).length;
      for (const pageId of [pageIds.contact, pageIds.training])
        expect(await api.call(sendEnquiry, { ...enquiry, [field]: value, pageId })).toMatchObject({
          code: 400,
          errors: { [field]: message },
        });
      expect(await listed()).toHaveLength(before);
    },
  );

  it.each(['CASINO', 'CONTACT', 'contact us', ''])('of a page %p that there is not is refused', async (pageId) => {
    expect(await api.call(sendEnquiry, { ...enquiry, pageId })).toMatchObject({ code: 400, errors: { pageId: expect.any(String) } });
  });

  it('from a bot gets the same reply, is stored as held, and sends no mail', async () => {
    const before = (await mails()).length;
    const reply = await api.call(sendEnquiry, { ...enquiry, pageId: 'EVENTS', [HONEYPOT]: 'https://spam.example/' });
    expect(reply).toMatchObject({ code: 200, message: received, data: null });
    expect(await listed('EVENTS')).toMatchObject([{ ...enquiry, held: true }]);
    expect(await mails()).toHaveLength(before);
  });

  it('[PUBLIC-SECTOR-07/1] of airports, which have no tile, is accepted like one of any other sector', async () => {
    const asked = { ...enquiry, email: 'hangar@example.com', pageId: 'AIRPORTS' };
    expect(await api.call(sendEnquiry, asked, { headers: { 'x-forwarded-for': '203.0.113.70' } })).toMatchObject({ code: 200 });
    expect(await listed('AIRPORTS')).toMatchObject([{ email: 'hangar@example.com', held: false }]);
  });

  it('is listed to staff alone', async () => {
    const guard = await api.guard();
    for (const authorization of [basicHeader, `Bearer ${guard.token}`])
      expect((await api.request('/staff/v1/enquiries', { headers: { authorization } })).status).toBe(401);
  });
});

it.each([
  ['contact', sendEnquiry as Endpoint, { ...enquiry, pageId: pageIds.contact }],
  ['training', sendEnquiry as Endpoint, { ...enquiry, pageId: pageIds.training }],
  ['newsletter', subscribe as Endpoint, { email: 'reader@example.com' }],
])('[AUTHZ-17] the %s call carries the fixed basic credential', async (_name, endpoint, input) => {
  const { url, body } = toWire(endpoint, input);
  const guard = await api.guard();
  const status = async (authorization?: string) => {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
    return (await api.request(url, { method: 'POST', body: JSON.stringify(body), headers })).status;
  };
  expect(endpoint.auth).toBe('basic');
  expect([await status(), await status('Basic d3Jvbmc6d3Jvbmc='), await status(`Bearer ${guard.token}`)]).toEqual([401, 401, 401]);
  expect(await status(basicHeader)).toBe(200);
});

describe('limits', () => {
  const send = (email: string, address: string) =>
    api.call(sendEnquiry, { ...enquiry, email, pageId: pageIds.contact }, { headers: { 'x-forwarded-for': address } });

  it('accepts twenty of two hundred from one address; the others get 429 with Retry-After, and other addresses are not affected', async () => {
    const before = (await listed(pageIds.contact)).length;
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => send(`z${index}@example.com`, '203.0.113.7')));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(20);
    const refused = replies.filter(({ code }) => code !== 200);
    expect(new Set(refused.map(({ code, userMessage, headers }) => `${code} ${userMessage} ${headers.get('retry-after')}`))).toEqual(
      new Set(['429 Too many attempts. Please wait 60 minutes and try again. 3600']),
    );
    expect((await listed(pageIds.contact)).length - before).toBe(20);
    expect(await send('else@example.com', '203.0.113.8')).toMatchObject({ code: 200 });
    api.clock.advance({ hours: 1 });
    expect(await send('z1@example.com', '203.0.113.7')).toMatchObject({ code: 200 });
  });

  it('ten an hour of one mail address are accepted from all network addresses together', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(`${index % 2 ? 'M' : 'm'}@example.com`, `198.51.100.${index}`)),
    );
    expect(replies.filter(({ code }) => code === 429)).toHaveLength(2);
  });
});
