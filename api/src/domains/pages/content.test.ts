import { openings } from '@portal/contracts/career/career.endpoints';
import { contentMessages } from '@portal/contracts/pages/pages.content';
import { faq, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { setContent } from '@portal/contracts/pages/pages.staff';
import { interleaveAt } from '../../../test/block-writes';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const set = (what: string, content: unknown) =>
  api.call(setContent, { what: what as 'faq', text: typeof content === 'string' ? content : JSON.stringify(content) });
const refusal = async (what: string, content: unknown) => {
  const { code, errors } = await set(what, content);
  return [code, errors?.text];
};
const textOf = async (type: 'privacy' | 'terms' | 'guardAgreement') => (await api.call(staticPage, { type })).data?.description;

describe('a text that staff set', () => {
  it.each(['privacy', 'terms', 'guardAgreement'] as const)('%s is shown immediately, without active content', async (type) => {
    const html = '<h2>New</h2><p onclick="x()">Words<script>alert(1)</script><style>p{}</style><iframe src="//x"></iframe></p>';
    expect(await set(type, html)).toMatchObject({ code: 200, data: { what: type } });
    expect(await textOf(type)).toBe('<h2>New</h2><p>Words</p>');
    await set(type, '<p>Newer</p>');
    expect(await textOf(type)).toBe('<p>Newer</p>');
  });

  it.each([
    ['is empty', '', 'The text is empty.'],
    ['has no allowed content', '<script>alert(1)</script><img src=x>', contentMessages.nothingLeft],
    ['is too large', `<p>${'é'.repeat(102_400)}</p>`, 'This is larger than 200 kB. Please shorten it.'],
  ])('that %s is refused; the previous one stays', async (_, html, words) => {
    await set('terms', '<p>Before</p>');
    expect(await refusal('terms', html)).toEqual([400, words]);
    expect(await textOf('terms')).toBe('<p>Before</p>');
  });

  it('of a megabyte is refused with a message', async () => {
    expect(await set('terms', '<p>x</p>'.repeat(131_072))).toMatchObject({ code: 413, message: 'What was sent is too large.' });
  });
});

describe('how it works', () => {
  const items = [
    { type: 1, question: 'How soon?', answer: 'Within 18 hours.' },
    { type: 2, question: 'What do I need?', answer: 'A licence.' },
  ];

  it('[API-PUBLIC-05, API-PUBLIC-06] is read without a payload, as a list of items that have a type', async () => {
    expect(howItWorks).toMatchObject({ method: 'GET', path: '/how-it-work-faq/home/list' });
    expect(await api.call(howItWorks, {})).toMatchObject({ code: 200, data: [] });
    expect(await set('how-it-works', items)).toMatchObject({ code: 200, data: { count: 2 } });
    expect((await api.call(howItWorks, {})).data).toEqual(items);
  });

  it('carries the fixed basic credential', async () => {
    expect((await api.request('/v1/how-it-work-faq/home/list')).status).toBe(401);
    expect((await api.request('/v1/how-it-work-faq/home/list', { headers: { authorization: basicHeader } })).status).toBe(200);
  });
});

describe('the questions and answers that staff set', () => {
  const group = (title: string, ...questions: string[]) => ({
    title,
    questionAnswers: questions.map((question) => ({ question, answer: `About ${question}` })),
  });

  it('are replaced by two concurrent calls one after the other', async () => {
    const setThem = () => set('faq', [group('Pay', 'When?')]);
    await setThem();
    expect((await interleaveAt('faq_groups', setThem, setThem)).map(({ code }) => code)).toEqual([200, 200]);
    expect((await api.call(faq, {})).data).toEqual([group('Pay', 'When?')]);
  });

  it('replace the previous ones immediately, in their order', async () => {
    for (const groups of [[group('Pay', 'When?', 'How?'), group('Jobs', 'Where?')], [group('Jobs', 'Which?', 'When?')]]) {
      expect(await set('faq', groups)).toMatchObject({ code: 200, data: { what: 'faq', count: groups.length } });
      expect((await api.call(faq, {})).data).toEqual(groups);
    }
    await set('faq', []);
    expect((await api.call(faq, {})).data).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'hello', 'This is no JSON.'],
    ['a comma too many', '[\n  {"title": "Pay",\n  }\n]', 'This is no JSON. Please look at line 3.'],
    ['one object', { title: 'Pay' }, 'This must be a list of rows, as JSON: [ … ].'],
    ['a text for a row', [group('Pay', 'When?'), 'Jobs'], 'Row 2: this is no row'],
    ['no title', [group('Pay', 'When?'), group('', 'When?')], 'Row 2: title is missing'],
    ['no questions', [{ title: 'Pay' }], 'Row 1: questionAnswers is missing'],
    ['an empty list of questions', [group('Pay')], 'Row 1: questionAnswers is empty'],
    [
      'no answer',
      [{ title: 'Pay', questionAnswers: [{ question: 'a', answer: 'b' }, { question: 'When?' }] }],
      'Row 1, question 2: answer is missing',
    ],
    ['a title twice', [group('Pay', 'When?'), group('Pay', 'How?')], 'Row 2: this title stands there already'],
    ['a question twice', [group('Pay', 'When?', 'When?')], 'Row 1, question 2: this question stands there already'],
  ])('are refused with %s, naming the row; the previous ones stay', async (_, content, words) => {
    await set('faq', [group('Before', 'When?')]);
    expect(await refusal('faq', content)).toEqual([400, words]);
    expect((await api.call(faq, {})).data.map(({ title }) => title)).toEqual(['Before']);
  });
});

describe('the openings that staff set', () => {
  const opening = { title: 'Dispatcher', place: 'Oshawa', hours: 'Nights', description: 'You answer guards.' };

  it('[PUBLIC-CAREER-02/1] are shown immediately, and can be removed again', async () => {
    const both = [opening, { title: 'Trainer', place: 'Ottawa', hours: 'Days', description: 'You teach guards.' }];
    await set('openings', both);
    expect((await api.call(openings, {})).data).toEqual(both);
    await set('openings', []);
    expect((await api.call(openings, {})).data).toEqual([]);
  });

  it.each<[string, string, unknown, string]>([
    ['openings', 'no place', [opening, { ...opening, place: ' ' }], 'Row 2: place is missing'],
    [
      'openings',
      'a description without end',
      [{ ...opening, description: 'x'.repeat(2001) }],
      'Row 1: description: at most 2000 characters',
    ],
    ['how-it-works', 'a type that is none', [{ type: 3, question: 'a', answer: 'b' }], 'Row 1: type must be 1 or 2'],
    ['how-it-works', 'more than 200 rows', Array(201).fill({ type: 1, question: 'a', answer: 'b' }), 'At most 200 rows'],
  ])('%s with %s are refused', async (what, _, content, words) => {
    expect(await refusal(what, content)).toEqual([400, words]);
  });
});

it('only staff can set a text, and only an existing one', async () => {
  const body = JSON.stringify({ what: 'terms', text: '<p>Mine</p>' });
  const headers = { 'content-type': 'application/json', authorization: basicHeader };
  expect((await api.request('/staff/v1/content', { method: 'POST', body, headers })).status).toBe(401);
  expect(await set('cookies', '<p>x</p>')).toMatchObject({ code: 400, errors: { what: expect.stringContaining('privacy, terms') } });
});
