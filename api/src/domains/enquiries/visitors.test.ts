import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { deleteCareerApplications, listCareerApplications } from '@portal/contracts/career/career.staff';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { deleteEnquiries, listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { testApi } from '../../../test/test-api';

const api = testApi();
const visitor = { name: 'Zoë Roy', phone: '4165550134' };
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

it('deletes the enquiries and applications of an address on request to staff, and nothing of another address', async () => {
  for (const [email, address] of [
    ['Zoe@example.com', '203.0.113.81'],
    ['ada@example.com', '203.0.113.82'],
  ] as const) {
    await api.call(sendEnquiry, { ...visitor, email, query: 'When?', pageId: pageIds.contact }, from(address));
    await api.call(applyForOpening, { ...visitor, email } as never, from(address));
  }
  for (const [remove, list] of [
    [deleteEnquiries, listEnquiries],
    [deleteCareerApplications, listCareerApplications],
  ] as const) {
    expect((await api.call(remove as typeof deleteEnquiries, { email: 'zoe@example.com' })).data).toEqual({ deleted: 1 });
    const left = (await api.call(list as typeof listEnquiries, {})).data;
    expect(left.map(({ email }) => email)).toEqual(['ada@example.com']);
    expect(await api.call(remove as Endpoint, { email: 'zoe@example.com' })).toMatchObject({ code: 404 });
  }
});
