import { RENDERER, RENDERER_FILE } from '@portal/mf-kit/renderer';
import { deploy, newContext } from '../../test/fixtures';
import { portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';

let received = 0;
let answer: { status: number; body: unknown };
let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost;

beforeAll(async () => {
  const context = newContext();
  const forms = { 'career.apply': '/career/public/add' };
  const contents = { [RENDERER_FILE]: `var ${RENDERER}; ${RENDERER} = { prerender: async () => ({ html: '<h1>Career</h1>' }) };` };
  const routes = { '/career': { title: 'Career', description: 'Apply.', forms }, '*': 'Page not found' };
  await deploy(context, { name: 'shell' }, { name: 'mf-public', routes, contents, renderer: RENDERER_FILE, prerendered: {} });
  api = await standIn((request, reply) => {
    received = 0;
    request.on('data', (part: Buffer) => {
      received += part.length;
    });
    request.on('end', () => reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body)));
  });
  host = await startTestHost(portOf(api.server), undefined, { context });
});
afterAll(async () => {
  await host.close();
  api.stop();
});

const typed = { _form: 'career.apply', name: 'Ana <b>', query: 'Why?' };

async function post(body: FormData) {
  const origin = `http://127.0.0.1:${host.port}`;
  const reply = await fetch(`${origin}/career`, { method: 'POST', body, headers: { origin, 'sec-fetch-site': 'same-origin' } });
  const html = await reply.text();
  return { status: reply.status, posted: JSON.parse(/ id="page" data-path="[^"]*">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')?.posted };
}

const withFile = (bytes: number) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.append(name, value);
  form.append('resume', new File([new Uint8Array(bytes)], 'cv.pdf'));
  return form;
};
const answerOf = (code: number, message: string, errors?: Record<string, string>) => ({
  status: code,
  body: { code, message, userMessage: message, data: null, ...(errors && { errors }) },
});

it.each([
  [
    'at its field, with another error',
    answerOf(422, 'No.', { name: 'Who?' }),
    'No.',
    { name: 'Who?', resume: 'Please choose your file again.' },
  ],
  ['but not where the API says more of it', answerOf(422, 'No.', { resume: 'Too large' }), 'No.', { resume: 'Too large' }],
  ['after the words of what names no field', answerOf(429, 'Wait.'), 'Wait. Please choose your file again.', {}],
  ['after the words of a failure', answerOf(500, 'Sorry.'), 'Sorry. Please choose your file again.', {}],
])('shows that a file must be chosen again: %s', async (_, given, message, errors) => {
  answer = given;
  const { posted } = await post(withFile(4));
  expect(posted).toMatchObject({ message, values: { name: 'Ana <b>', query: 'Why?' } });
  expect(posted.errors).toEqual(errors);
});

it('sends a photo of a phone to the API, and shows the input again after a rejection', async () => {
  answer = answerOf(400, 'No.', { resume: 'Size is more than 2 MB' });
  const { status, posted } = await post(withFile(5 * 1024 * 1024));
  expect(status).toBe(422);
  expect(received).toBeGreaterThan(5 * 1024 * 1024);
  expect(posted).toMatchObject({ errors: { resume: 'Size is more than 2 MB' }, values: { name: 'Ana <b>' } });
});
