import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { listCareerApplications } from '@portal/contracts/career/career.staff';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { textPdf } from '../../test/pdfs';
import { fileOf } from '../../test/pictures';
import { startApi, type TestApi } from '../../test/test-api';
import { STAFF_TOKEN } from '../../test/test-env';
import { run } from './run-command';

let api: TestApi;
const folder = temporaryFolder('staff');
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The output of `npm run staff -- …`. */
const staff = (...words: string[]): Promise<string> => staffAs({ STAFF_TOKEN }, ...words);
const around = (settings: Record<string, string>) => ({ STAFF_URL: api.url, INIT_CWD: folder, ...settings });
async function staffAs(settings: Record<string, string>, ...words: string[]): Promise<string> {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  const pause = async () => undefined;
  await run(words, { settings: around(settings), write, pause }).catch((error: Error) => write(`${error.message}\n`));
  return said;
}

/** Runs the same in a separate process, as an operator does. */
const typed = (settings: Record<string, string>, ...words: string[]): Promise<{ code: unknown; said: string; failed: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...around(settings) };
    execFile(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...words], { env }, (error, said, failed) =>
      resolve({ code: error?.code ?? 0, said, failed }),
    );
  });

it('in a shell prints the result, or exits with an error and its reason', async () => {
  expect(await typed({ STAFF_TOKEN }, 'list-sos')).toEqual({ code: 0, said: '[]\n', failed: '' });
  const refused = 'Refused (401): The staff key is missing or not right.\n';
  expect(await typed({ STAFF_KEY: 'gpstaff_none' }, 'list-sos')).toEqual({ code: 1, said: '', failed: refused });
});

it('sends the end that the first reply named with each further batch of dead messages', async () => {
  const asked: unknown[] = [];
  const portal = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)));
    const data = { retried: 100, left: 3 - asked.length, before: `2027-03-10T15:00:0${asked.length}.000Z` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, message: '', data }));
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  await staffAs({ STAFF_TOKEN, STAFF_URL: `http://127.0.0.1:${port}` }, 'retry-dead', 'sms', '--since', '2027-03-10T14:00Z');
  await new Promise((resolve) => portal.close(resolve));
  const first = { channel: 'sms', since: '2027-03-10T14:00Z' };
  expect(asked).toEqual([first, { ...first, before: '2027-03-10T15:00:01.000Z' }, { ...first, before: '2027-03-10T15:00:02.000Z' }]);
});

it('sets a text from a file, and explains why a missing, large or invalid file is refused', async () => {
  writeFileSync(join(folder, 'terms.html'), '<h2>Terms</h2><script>alert(1)</script>');
  writeFileSync(join(folder, 'large.html'), 'x'.repeat(1024 * 1024));
  writeFileSync(join(folder, 'faq.json'), '[{"title": "Pay"}]');
  expect(JSON.parse(await staff('set-content', 'terms', '--file', 'terms.html'))).toEqual({ what: 'terms', count: 14 });
  expect((await api.call(staticPage, { type: 'terms' })).data.description).toBe('<h2>Terms</h2>');
  expect(await staff('set-content', 'terms', '--file', 'nowhere.html')).toBe('There is no file nowhere.html.\n');
  expect(await staff('set-content', 'terms', '--file', 'large.html')).toBe('large.html: This is larger than 200 kB. Please shorten it.\n');
  expect(await staff('set-content', 'faq', '--file', 'faq.json')).toContain('text: Row 1: questionAnswers is missing');
  expect(await staff('set-content', 'terms')).toBe("required option '--file <path>' not specified\n");
});

it('saves the file of an application, and overwrites no existing file', async () => {
  const application = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134' };
  await api.call(applyForOpening, { ...application, file: fileOf(textPdf(), 'cv.pdf', 'application/pdf') });
  const [{ applicationId } = { applicationId: '' }] = (await api.call(listCareerApplications, {})).data;
  expect(await staff('save-career-file', applicationId)).toBe('Saved as application.pdf\n');
  const saved = readFileSync(join(folder, 'application.pdf'));
  expect([saved.subarray(0, 5).toString(), saved.length > 1_000]).toEqual(['%PDF-', true]);
  expect(await staff('save-career-file', applicationId)).toContain('choose another name with --to');
  expect(await staff('save-career-file', applicationId, '--to', 'zoe.pdf')).toBe('Saved as zoe.pdf\n');
  expect(readdirSync(folder)).toContain('zoe.pdf');
  expect(await staff('save-career-file', '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01')).toContain('Refused (404)');
});

it('makes the first key with database access, and the others with that key; each key works until it is revoked', async () => {
  const { host, user, database } = api.database;
  const DATABASE_URL = api.database.connectionString ?? `postgres://${user}@/${database}?host=${host}`;
  const wanted = ['--name', 'Ada Ops', '--role', 'ops', '--expires', '2027-06-30'];
  const [none, expires] = [{ STAFF_KEY: 'gpstaff_none', STAFF_TOKEN: '' }, addDays(torontoDate(new Date()), 30)];
  expect(await staffAs(none, 'create-key', ...wanted)).toBe('Refused (401): The staff key is missing or not right.\n');
  expect(await staffAs({ DATABASE_URL }, 'keys', '--database')).toBe("unknown option '--database'\n");
  const first = ['create-key', '--database', '--name', 'Ada Ops', '--expires', expires, '--role'];
  expect((await typed({ DATABASE_URL }, ...first, 'chief')).failed).toContain('Name a role');
  const ops = JSON.parse((await typed({ DATABASE_URL }, ...first, 'ops')).said);
  const asOps = { STAFF_KEY: ops.key };
  api.clock.set(new Date().toISOString());
  const finance = JSON.parse(await staffAs(asOps, 'create-key', '--name', 'Ben Pay', '--role', 'finance', '--expires', expires));
  expect(JSON.parse(await staffAs({ STAFF_KEY: finance.key }, 'list-withdrawals'))).toEqual([]);
  expect(await staffAs({ STAFF_KEY: finance.key }, 'list-sos')).toBe(
    'Refused (403): This call is for dispatcher and support; your key is for finance.\n',
  );
  expect(JSON.parse(await staffAs(asOps, 'revoke-key', finance.keyId))).toMatchObject({ name: 'Ben Pay', revokedAt: expect.any(String) });
  expect(await staffAs({ STAFF_KEY: finance.key }, 'list-withdrawals')).toBe('Refused (401): This staff key was revoked.\n');
  expect(
    JSON.parse(await staffAs(asOps, 'keys'))
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(['Ada Ops', 'Ben Pay']);
  const lines = JSON.parse(await staffAs(asOps, 'audit', '--by', 'ada ops', '--since', '2026-01-01'));
  expect(lines.map(({ act }: { act: string }) => act)).toEqual(['staff.audit', 'staff.keys', 'staff.revoke-key', 'staff.create-key']);
  const made = JSON.parse(await staffAs(asOps, 'audit', '--by', 'database'));
  expect(made).toMatchObject([{ act: 'staff.create-key', keyId: null, changes: [{ row: ops.keyId }] }]);
});
