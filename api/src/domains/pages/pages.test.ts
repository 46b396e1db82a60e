import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { faq, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { sql } from 'kysely';
import { seedPages } from '../../../seed/pages';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';
import { db, getPool } from '../../platform/database/db';
import { sanitise } from './sanitise';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('legal texts', () => {
  it('are 404 with an envelope until they are written', async () => {
    expect(await api.call(staticPage, { type: 'terms' })).toMatchObject({ status: 404, code: 404, data: null });
  });

  it.each(['privacy', 'terms', 'guardAgreement'] as const)(
    '[API-PUBLIC-01, API-PUBLIC-02, DATA-PUBLIC-01, DATA-PUBLIC-02] %s: type in the path, HTML in data.description',
    async (type) => {
      await seedPages(getPool());
      const { code, data } = await api.call(staticPage, { type });
      expect(code).toBe(200);
      expect(data.type).toBe(type);
      expect(data.description).toMatch(/^<h2>/);
      const { rows } = await sql<Record<'type' | 'description', string>>`select type, description from static_pages`.execute(db());
      expect(new Set(rows.map(({ description }) => description)).size).toBe(3);
      expect(data.description).toBe(sanitise(rows.find((row) => row.type === type)?.description ?? ''));
    },
  );

  it('explain to visitors who write, for the consent of the forms, which data are stored and how to have them deleted', async () => {
    await seedPages(getPool());
    const { description } = (await api.call(staticPage, { type: 'privacy' })).data;
    const told = description.split('<h2>If you write to us</h2>')[1] ?? '';
    for (const words of [/an enquiry:/, /an application:/, /the newsletter:/, /until you ask us to delete it/, /Our staff read it/])
      expect(told).toMatch(words);
    const links = [...description.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(new Set(links)).toEqual(new Set([enquiriesPaths.contact()]));
  });

  it('[AUTHZ-15] carry the fixed basic credential', async () => {
    await seedPages(getPool());
    const guard = await api.guard();
    const status = async (authorization?: string) =>
      (await api.request('/v1/static/pages/terms', authorization ? { headers: { authorization } } : {})).status;
    expect([await status(), await status('Basic d3Jvbmc6d3Jvbmc='), await status(`Bearer ${guard.token}`)]).toEqual([401, 401, 401]);
    expect(await status(basicHeader)).toBe(200);
  });

  it('[PUBLIC-LEGAL-06] are read by GET /static/pages/{type}, and by no payload that names a type', async () => {
    await seedPages(getPool());
    const at = async (path: string, init: RequestInit = {}) =>
      (await api.request(path, { ...init, headers: { authorization: basicHeader, 'content-type': 'application/json' } })).status;
    for (const type of ['privacy', 'terms', 'guardAgreement']) {
      expect(await at(`/v1/static/pages/${type}`)).toBe(200);
      for (const path of ['/v1/static/pages', `/v1/static/pages/${type}`])
        expect(await at(path, { method: 'POST', body: JSON.stringify({ type }) })).toBe(404);
    }
  });

  it('[API-PUBLIC-01, DATA-PUBLIC-01] refuse an unknown type by its field', async () => {
    expect(await api.call(staticPage, { type: 'cookies' as 'terms' })).toMatchObject({ code: 400, errors: { type: 'Unknown page' } });
  });
});

describe('the questions and answers', () => {
  it('[API-PUBLIC-03, API-PUBLIC-04, DATA-PUBLIC-03, DATA-PUBLIC-04] are read without a payload, by group in their order', async () => {
    await sql`delete from faq_groups`.execute(db());
    await sql`with a as (insert into faq_groups (position, title) values (2, 'Pay') returning id),
        b as (insert into faq_groups (position, title) values (1, 'Jobs') returning id)
      insert into faq_questions (group_id, position, question, answer)
        select id, 2, 'How?', 'By bank.' from a union all select id, 1, 'When?', 'When the shift ends.' from a
        union all select id, 1, 'Where?', 'In Ontario.' from b`.execute(db());
    expect(faq).toMatchObject({ method: 'GET', path: '/faq/home/list' });
    const { code, data } = await api.call(faq, {});
    expect(code).toBe(200);
    expect(data).toEqual([
      { title: 'Jobs', questionAnswers: [{ question: 'Where?', answer: 'In Ontario.' }] },
      {
        title: 'Pay',
        questionAnswers: [
          { question: 'When?', answer: 'When the shift ends.' },
          { question: 'How?', answer: 'By bank.' },
        ],
      },
    ]);
  });

  it('[AUTHZ-16] carry the fixed basic credential', async () => {
    const guard = await api.guard();
    const status = async (authorization?: string) =>
      (await api.request('/v1/faq/home/list', authorization ? { headers: { authorization } } : {})).status;
    expect([await status(), await status('Basic d3Jvbmc6d3Jvbmc='), await status(`Bearer ${guard.token}`)]).toEqual([401, 401, 401]);
    expect(await status(basicHeader)).toBe(200);
  });

  it('of the demonstration are seeded once, and existing ones are left', async () => {
    await seedPages(getPool());
    await seedPages(getPool());
    const { data } = await api.call(faq, {});
    expect(data.find(({ title }) => title === 'Pay')?.questionAnswers.length).toBeGreaterThan(2);
    expect(new Set(data.map(({ title }) => title)).size).toBe(data.length);
  });
});

describe('sanitising', () => {
  it('[PUBLIC-LEGAL-05] is done on every reply, also for unsafe stored text', async () => {
    await seedPages(getPool());
    await sql`update static_pages set description = '<p onclick="x()">Hello</p><script>alert(1)</script>'`.execute(db());
    for (const type of ['privacy', 'terms', 'guardAgreement'] as const)
      expect((await api.call(staticPage, { type })).data.description).toBe('<p>Hello</p>');
  });

  it.each([
    ['<p onclick="x()">Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['<script>alert(1)</script>Text', 'Text'],
    ['<scr<script></script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<style>p{}</style><svg><script>1</script></svg>x', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    [
      '<a href="https://example.com/?a=1&amp;b=2" target=_blank>x</a>',
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer">x</a>',
    ],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<!-- <b>hidden</b> -->1 < 2', '1 &lt; 2'],
    ['<div><h1>Title</h1></div>', 'Title'],
    ['<p title="a>b">x</p>', '<p>x</p>'],
    ['<iframe src="x">inside', ''],
    ['<ul><li>one<br/>two</li></ul>', '<ul><li>one<br />two</li></ul>'],
    ['<p style="position:fixed" id="root">x</p>', '<p>x</p>'],
    ['<a href="data:text/html,<script>1</script>">x</a>', '<a>x</a>'],
    ['<a href="/\\\\evil.example">x</a>', '<a>x</a>'],
    ['<a href="/faq#pay">x</a>', '<a href="/faq#pay" rel="noopener noreferrer">x</a>'],
    ['<xmp><script>alert(1)</script></xmp>x', 'x'],
    ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ])('%s', (html, expected) => {
    expect(sanitise(html)).toBe(expected);
  });
});
