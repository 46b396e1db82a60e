import { type Endpoint, fullPath } from '@portal/contracts/_kernel/endpoint';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { site } from '@portal/contracts/_kernel/site';
import { applyForOpening, openings } from '@portal/contracts/career/career.endpoints';
import { careerFile, listCareerApplications } from '@portal/contracts/career/career.staff';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import sharp from 'sharp';
import { textPdf } from '../../../test/pdfs';
import { fileOf, makePicture, pictureBytes } from '../../../test/pictures';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';
import { STAFF_TOKEN } from '../../../test/test-env';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
// Ten applications an hour are allowed for one mail address, so each test starts an hour later.
beforeEach(() => void api.clock.advance({ hours: 1 }));

const application = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134' };
const more = { experience: '3 years', speciality: 'Banks', details: 'I work nights.' };
const pdfBytes = textPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' });
const pdf = (bytes = pdfBytes, name = 'cv.pdf') => fileOf(bytes, name, 'application/pdf');
const listed = async () => (await api.call(listCareerApplications, {})).data;
const mails = async () => (await api.call(readMailbox, { to: site.supportEmail })).data;
const saved = async (applicationId: string, authorization = `Bearer ${STAFF_TOKEN}`) =>
  fetch(`${api.url}${fullPath(careerFile as Endpoint)}?applicationId=${applicationId}`, { headers: { authorization } });

describe('an application', () => {
  it('[PUBLIC-CAREER-11/2, PUBLIC-CAREER-12/1] with a PDF is stored and mailed to staff, who save it without its active content', async () => {
    expect(applyForOpening).toMatchObject({ method: 'POST', path: '/career/public/add', body: 'multipart', auth: 'basic' });
    const reply = await api.call(applyForOpening, { ...application, ...more, file: pdf() });
    expect(reply).toMatchObject({ code: 200, message: 'Thank you. We received your application and will be in touch.' });
    const [first] = await listed();
    expect(first).toMatchObject({ ...application, ...more, fileName: 'cv.pdf', held: false, consentedAt: first?.createdAt });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Career: Zoë Roy');
    for (const said of ['3 years', 'Banks', 'I work nights.', 'cv.pdf', first?.applicationId]) expect(mail?.body).toContain(said);
    const file = await saved(first?.applicationId ?? '');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await file.arrayBuffer()).toString('latin1');
    expect(bytes.slice(0, 5)).toBe('%PDF-');
    expect(bytes).not.toMatch(/JavaScript|OpenAction/);
  });

  it('requires no file, only the data of the applicant', async () => {
    expect(await api.call(applyForOpening, application)).toMatchObject({ code: 200 });
    const [first] = await listed();
    expect(first).toMatchObject({ experience: null, speciality: null, details: null, fileName: null });
    expect((await saved(first?.applicationId ?? '')).status).toBe(404);
  });

  it('[PUBLIC-CAREER-11/2] with a picture stores it re-encoded, without the metadata of the camera, under a name with the matching extension', async () => {
    const photo = fileOf(await pictureBytes({ format: 'jpeg', hasPosition: true }), '../../my cv.pdf', 'application/pdf');
    expect(await api.call(applyForOpening, { ...application, file: photo })).toMatchObject({ code: 200 });
    const [first] = await listed();
    expect(first?.fileName).toBe('my cv.jpg');
    const { format, exif } = await sharp(Buffer.from(await (await saved(first?.applicationId ?? '')).arrayBuffer())).metadata();
    expect([format, exif]).toEqual(['jpeg', undefined]);
  });

  it.each<[string, () => Promise<File> | File, string]>([
    ['a program with the name of a PDF', () => pdf(Buffer.from('MZ\u0090\0 this is a program %%EOF')), 'notPaper'],
    ['HTML', () => fileOf(Buffer.from('<html>%PDF-1.7 %%EOF</html>'), 'cv.html', 'text/html'), 'notPaper'],
    ['an empty file', () => pdf(Buffer.alloc(0)), 'notPaper'],
    ['half a PDF', () => pdf(pdfBytes.subarray(0, 30)), 'damaged'],
    ['more than 2 MB', () => pdf(Buffer.concat([pdfBytes, Buffer.alloc(2_097_152, 32)])), 'tooLarge'],
    [
      '5 MB, as a phone writes them',
      async () => fileOf(Buffer.alloc(5 * 1024 * 1024, await pictureBytes()), 'photo.jpg', 'image/jpeg'),
      'tooLarge',
    ],
    ['half a picture', async () => fileOf((await pictureBytes({ isNoise: true })).subarray(0, 3000)), 'broken'],
  ])('[PUBLIC-CAREER-11/2] with %s is refused at its field and stored nowhere', async (_what, file, kind) => {
    const before = (await listed()).length;
    const words = {
      notPaper: 'This is neither a PDF nor a picture that we can read. Please choose a PDF, JPEG, PNG, WebP, GIF or TIFF.',
      damaged: 'This PDF is damaged or incomplete. Please choose it again.',
      tooLarge: 'Size is more than 2 MB',
      broken: 'This picture is damaged or incomplete. Please choose it again.',
    }[kind];
    expect(await api.call(applyForOpening, { ...application, file: await file() })).toMatchObject({ code: 400, errors: { file: words } });
    expect(await listed()).toHaveLength(before);
  });

  it.each([
    ['name', '', 'Name is required'],
    ['name', 'Z0e', 'Please enter valid name'],
    ['email', '', 'Email is required'],
    ['email', 'zoe@example', 'Please enter valid email'],
    ['phone', '', 'Phone number is required'],
    ['phone', '416-CALL', 'Please enter valid phone number'],
    ['phone', '41655501345', 'Please enter valid phone number'],
  ])('[PUBLIC-CAREER-11/1] with the %s %j is refused as on Contact Us, and stored nowhere', async (field, value, message) => {
    const before = (await listed()).length;
    const refusal = { code: 400, errors: { [field]: message } };
    expect(await api.call(applyForOpening, { ...application, [field]: value })).toMatchObject(refusal);
    expect(await api.call(sendEnquiry, { ...application, query: 'Why?', pageId: 'CONTACT US', [field]: value })).toMatchObject(refusal);
    expect(await listed()).toHaveLength(before);
  });

  it('from a bot gets the same reply, is stored as held, and sends no mail', async () => {
    const before = (await mails()).length;
    const reply = await api.call(applyForOpening, { ...application, [HONEYPOT]: 'https://spam.example/', file: pdf() });
    expect(reply).toMatchObject({ code: 200, message: 'Thank you. We received your application and will be in touch.' });
    expect((await listed())[0]).toMatchObject({ held: true, fileName: 'cv.pdf' });
    expect(await mails()).toHaveLength(before);
  });

  it('is shown to staff alone, and its file is in no folder that other callers can read', async () => {
    await api.call(applyForOpening, { ...application, file: await makePicture() });
    const [first] = await listed();
    const guard = await api.guard();
    for (const authorization of [basicHeader, `Bearer ${guard.token}`]) {
      expect((await saved(first?.applicationId ?? '', authorization)).status).toBe(401);
      expect((await api.request('/staff/v1/career/applications', { headers: { authorization } })).status).toBe(401);
    }
    expect(api.storedFiles()).toEqual([]);
  });

  it('accepts twenty of two hundred from one address; the others get 429 with Retry-After, and other addresses are not affected', async () => {
    const send = (email: string, address: string, file?: File) =>
      api.call(applyForOpening, { ...application, email, file }, { headers: { 'x-forwarded-for': address } });
    const before = (await listed()).length;
    const file = await makePicture();
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => send(`z${index}@example.com`, '203.0.113.7', file)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(20);
    for (const { code, userMessage, headers } of replies.filter((reply) => reply.code !== 200))
      expect([code, userMessage, Number(headers.get('retry-after')) > 0]).toEqual([
        429,
        expect.stringMatching(/^Too many attempts\. Please wait \d+ minutes/),
        true,
      ]);
    expect((await listed()).length - before).toBe(20);
    expect(await send('else@example.com', '203.0.113.8', file)).toMatchObject({ code: 200 });
  });
});

describe('the openings', () => {
  it('are empty until staff write some', async () => {
    expect(await api.call(openings, {})).toMatchObject({ code: 200, data: [] });
  });

  it('carry the fixed basic credential', async () => {
    expect((await api.request('/v1/career/openings')).status).toBe(401);
  });
});
