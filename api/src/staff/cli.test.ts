import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyForOpening, listCareerApplications } from '@portal/contracts/career/career.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { STAFF_TOKEN, startApi, type TestApi } from '../testing/api';
import { fileOf } from '../testing/pictures';

let api: TestApi;
const folder = temporaryFolder('staff');
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** What the command line says: `npm run staff -- …`. */
const staff = (...words: string[]): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...process.env, PORTAL_URL: api.url, STAFF_TOKEN, INIT_CWD: folder };
    execFile(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), ...words], { env }, (_, said, failed) =>
      resolve(said + failed),
    );
  });

it('sets a text from a file; one that is missing, too large or not right is refused in words', async () => {
  writeFileSync(join(folder, 'terms.html'), '<h2>Terms</h2><script>alert(1)</script>');
  writeFileSync(join(folder, 'large.html'), 'x'.repeat(1024 * 1024));
  writeFileSync(join(folder, 'faq.json'), '[{"title": "Pay"}]');
  expect(JSON.parse(await staff('set-content', 'terms', '--file', 'terms.html'))).toEqual({ what: 'terms', count: 14 });
  expect((await api.call(staticPage, { type: 'terms' })).data.description).toBe('<h2>Terms</h2>');
  expect(await staff('set-content', 'terms', '--file', 'nowhere.html')).toBe('There is no file nowhere.html.\n');
  expect(await staff('set-content', 'terms', '--file', 'large.html')).toBe('large.html: This is larger than 200 kB. Please shorten it.\n');
  expect(await staff('set-content', 'faq', '--file', 'faq.json')).toContain('text: Row 1: questionAnswers is missing');
  expect(await staff('set-content', 'terms')).toBe('Name the file with --file.\n');
});

it('saves the file of an application, over no file that is there', async () => {
  const bytes = Buffer.from('%PDF-1.7\n%%EOF\n');
  const application = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134', consent: true };
  await api.call(applyForOpening, { ...application, file: fileOf(bytes, 'cv.pdf', 'application/pdf') });
  const [{ applicationId } = { applicationId: '' }] = (await api.call(listCareerApplications, {})).data;
  expect(await staff('save-career-file', applicationId)).toBe('Saved as application.pdf\n');
  expect(readFileSync(join(folder, 'application.pdf'))).toEqual(bytes);
  expect(await staff('save-career-file', applicationId)).toContain('choose another name with --to');
  expect(await staff('save-career-file', applicationId, '--to', 'zoe.pdf')).toBe('Saved as zoe.pdf\n');
  expect(readdirSync(folder)).toContain('zoe.pdf');
  expect(await staff('save-career-file', '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01')).toContain('Refused (404)');
});
