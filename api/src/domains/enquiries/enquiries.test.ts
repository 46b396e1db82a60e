import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { site } from '@portal/contracts/_kernel/site';
import { toWire } from '@portal/contracts/_kernel/wire';
import { listEnquiries, sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.rules';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { basicHeader, startApi, type TestApi } from '../../testing/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const enquiry = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134', query: 'Who do I call?' };
const listed = async (pageId?: string) => (await api.call(listEnquiries, { pageId })).data;

describe('an enquiry', () => {
  it('[API-PUBLIC-08, API-PUBLIC-12, DATA-PUBLIC-06] takes name, email, phone, query and pageId, and replies with code 200 and message', async () => {
    for (const pageId of [pageIds.contact, pageIds.training, 'CAR LOTS']) {
      expect(await api.call(sendEnquiry, { ...enquiry, pageId })).toMatchObject({
        code: 200,
        message: 'Thank you. We received your message and will answer you.',
      });
      api.clock.advance({ minutes: 1 });
    }
    expect((await listed()).map(({ pageId }) => pageId)).toEqual(['CAR LOTS', 'TRAINING', 'CONTACT US']);
    expect(await listed('TRAINING')).toEqual([{ ...enquiry, pageId: 'TRAINING', createdAt: '2027-03-10T15:01:00.000Z' }]);
    const { data } = await api.call(readMailbox, { to: site.supportEmail });
    expect(data[0]).toMatchObject({ subject: 'Enquiry: CAR LOTS, Zoë Roy', body: expect.stringContaining('Who do I call?') });
  });

  it('that is not filled is refused field by field, and stored nowhere', async () => {
    const before = (await listed()).length;
    expect(await api.call(sendEnquiry, { name: '', email: '', phone: '', query: '', pageId: 'TRAINING' })).toMatchObject({
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

it('lets one address ask twenty times an hour', async () => {
  api.clock.advance({ hours: 2 });
  const send = () => api.call(sendEnquiry, { ...enquiry, pageId: pageIds.contact });
  const codes = (await Promise.all(Array.from({ length: 22 }, send))).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
});
