import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { uploadMessages } from '@portal/contracts/_kernel/upload';
import { toWire } from '@portal/contracts/_kernel/wire';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { makePng } from '../../../test/fuzz/pictures';
import { fileOf, makePicture, pictureBytes } from '../../../test/pictures';
import { registrationCalls, registrationOf } from '../../../test/registrations';
import { basicHeader, type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  guard = await api.guard({ step: 'registration' });
});

const form = async () => toWire(updateGuard, await registrationOf(guard.id)).body as FormData;
const url = () => `/v1/guard/auth/update-guard/${guard.id}`;
const send = (body: FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  api.request(url(), { method: 'PATCH', body, headers: { authorization: `Bearer ${guard.token}`, ...headers } });
const sent = async (change: (parts: FormData) => void) => {
  const parts = await form();
  change(parts);
  return send(parts);
};
describe('the check of pictures', () => {
  const save = async (file: File) => (await kit.save(guard, { profileImage: file })).errors;

  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff'] as const)('recognises %s by its bytes and ignores its name and type', async (format) => {
    expect(await save(fileOf(await pictureBytes({ format }), 'notes.txt', 'text/plain'))).toBeUndefined();
    const { profileImage } = await kit.seen(guard);
    const shown = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'png', tiff: 'jpeg' }[format];
    expect(await kit.stored(profileImage, guard)).toMatchObject({ format: shown, width: 60, height: 40 });
  });

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['a renamed executable', () => Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(2000, 0xcc)]), uploadMessages.notAnImage],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), uploadMessages.notAnImage],
    [
      'a drawing with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      uploadMessages.notAnImage,
    ],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), uploadMessages.notAnImage],
    ['an empty file', () => Buffer.alloc(0), uploadMessages.notAnImage],
    [
      '[EDITPROFILE-32] a BPG picture with an allowed file extension',
      () => Buffer.from('BPG\xfb\x00\x00', 'latin1'),
      uploadMessages.notAnImage,
    ],
    [
      'half a picture',
      async () => (await pictureBytes({ format: 'jpeg', width: 300, height: 300, isNoise: true })).subarray(0, 9000),
      uploadMessages.damaged,
    ],
    ['a picture bomb', () => makePng(20_000, 20_000, { rows: 400 }), uploadMessages.tooManyPixels],
    ['a PNG with fewer rows than its header states', () => makePng(5000, 9000, { rows: 10 }), uploadMessages.damaged],
  ])('rejects %s at its field', async (_what, bytes, says) => {
    const before = api.storedFiles();
    expect(await save(fileOf(await bytes()))).toEqual({ profileImage: says });
    expect(api.storedFiles()).toEqual(before);
  });

  it('accepts a JPEG without its end marker when all of it decodes', async () => {
    const whole = await pictureBytes({ format: 'jpeg', width: 300, height: 200, isNoise: true });
    expect(await save(fileOf(whole.subarray(0, -2)))).toBeUndefined();
  });

  it('reports every invalid picture, also in a row', async () => {
    const none = fileOf(Buffer.from('no'));
    const rows = [await kit.document(), await kit.document({ file: none })];
    expect((await kit.save(guard, { identityDocuments: rows, securityRegistrationDocument: none })).errors).toEqual({
      securityRegistrationDocument: uploadMessages.notAnImage,
      'identityDocuments[1].file': uploadMessages.notAnImage,
    });
  });

  it('removes the position and all other metadata of the camera', async () => {
    const bytes = await pictureBytes({ format: 'jpeg', hasPosition: true });
    expect(bytes.includes('Camera of the test')).toBe(true);
    expect(await save(fileOf(bytes))).toBeUndefined();
    const { exif, icc, iptc, xmp } = await kit.stored((await kit.seen(guard)).profileImage, guard);
    expect([exif, icc, iptc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('rotates the picture upright', async () => {
    await save(fileOf(await pictureBytes({ format: 'jpeg', width: 60, height: 40, orientation: 6 })));
    const { width, height, orientation } = await kit.stored((await kit.seen(guard)).profileImage, guard);
    expect([width, height, orientation]).toEqual([40, 60, undefined]);
  });

  it('limits the longer side to 2400 pixels', async () => {
    await save(await makePicture({ width: 4800, height: 1200, format: 'jpeg' }));
    expect(await kit.stored((await kit.seen(guard)).profileImage, guard)).toMatchObject({ width: 2400, height: 600 });
  });
});

describe('the size limits', () => {
  const ofBytes = (bytes: number) => fileOf(makePng(8, 8, { padding: bytes - makePng(8, 8).byteLength - 12 }));

  it('[SHARED-07] accepts 2097152 bytes and reports one more at its field with the specified text', async () => {
    expect(ofBytes(limits.imageBytes).size).toBe(2_097_152);
    expect((await kit.save(guard, { profileImage: ofBytes(2_097_152) })).code).toBe(200);
    const over = ofBytes(2_097_153);
    expect(await kit.save(guard, { profileImage: over, identityDocuments: [await kit.document({ file: over })] })).toMatchObject({
      status: 400,
      errors: { profileImage: 'Size is more than 2 MB', 'identityDocuments[0].file': 'Size is more than 2 MB' },
    });
  });

  it('reports a far too large upload without cutting the connection', async () => {
    const [large, huge] = [fileOf(Buffer.alloc(12e6)), fileOf(Buffer.alloc(60e6))];
    expect((await sent((parts) => parts.set('profileImage', large))).body.errors).toEqual({ profileImage: copy.imageTooLarge });
    expect((await sent((parts) => parts.set('profileImage', huge))).status).toBe(413);
  });

  it('reports too many files', async () => {
    const small = await makePicture();
    const many = await sent((parts) => Array.from({ length: 30 }, (_, row) => parts.set(`identityFile${row}`, small)));
    expect(many).toMatchObject({ status: 413, body: { code: 413, data: null } });
  });

  it('reports a list that is too long', async () => {
    const long = await sent((parts) => parts.set('identityDocuments', `[${' '.repeat(200_000)}]`));
    expect(long.body.errors).toEqual({ identityDocuments: 'This is too long.' });
  });
});

describe('the form of an upload', () => {
  it.each<[string, (parts: FormData) => void, Record<string, string>]>([
    ['a name sent twice', (parts) => parts.append('firstName', 'Eve'), { firstName: 'This was sent twice.' }],
    ['a file sent twice', (parts) => parts.append('identityFile0', fileOf(makePng(1, 1))), { identityFile0: 'This was sent twice.' }],
    ['a file as a text part', (parts) => parts.set('firstName', fileOf(makePng(1, 1))), { firstName: 'This is no place for a file.' }],
    ['a text as the file of a row', (parts) => parts.set('identityFile0', 'a.png'), { identityFile0: 'This must be a file.' }],
    [
      'a file without a row',
      (parts) => parts.set('identityFile7', fileOf(makePng(1, 1))),
      { identityFile7: 'There is no row that this file belongs to.' },
    ],
    ['invalid JSON', (parts) => parts.set('identityDocuments', '[{'), { identityDocuments: 'This must be a list, as JSON.' }],
    ['JSON other than a list', (parts) => parts.set('employmentDetails', '{}'), { employmentDetails: 'This must be a list, as JSON.' }],
  ])('rejects %s at its field', async (_what, change, errors) => {
    const reply = await sent(change);
    expect(reply).toMatchObject({ status: 400, body: { code: 400, data: null } });
    expect(reply.body.errors).toMatchObject(errors);
    expect((await kit.seen(guard)).identityDocuments).toEqual([]);
  });

  it('ignores parts that the endpoint does not know', async () => {
    expect((await sent((parts) => parts.append('other', fileOf(Buffer.alloc(5000))))).status).toBe(200);
    expect((await sent((parts) => parts.append('__proto__', 'x'))).status).toBe(400);
  });

  it('treats an empty file field as absent', async () => {
    expect((await sent((parts) => parts.set('profileImage', new File([], '')))).status).toBe(200);
    expect((await kit.seen(guard)).profileImage).toBeNull();
  });

  it.each([0.2, 0.5, 0.98])('rejects an upload that ends after the share %d, and stores nothing', async (part) => {
    const before = api.storedFiles();
    const whole = new Response(await form());
    const type = whole.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const reply = await send(bytes.slice(0, Math.floor(bytes.length * part)), { 'content-type': type });
    expect(reply).toMatchObject({ status: 400, body: { message: 'The upload was incomplete. Please send it again.' } });
    expect(api.storedFiles()).toEqual(before);
  });

  it.each([
    ['JSON for an endpoint with files', 415, () => send(new Uint8Array(Buffer.from('{}')), { 'content-type': 'application/json' })],
    ['a form without its boundary', 400, () => send(new Uint8Array(Buffer.from('x')), { 'content-type': 'multipart/form-data' })],
    [
      'a form for an endpoint without files',
      415,
      async () => api.request('/v1/guard/auth/login', { method: 'POST', body: await form(), headers: { authorization: basicHeader } }),
    ],
  ])('rejects %s with %i', async (_what, status, act) => {
    const reply = await act();
    expect(reply).toMatchObject({ status, body: { code: status } });
  });

  it('survives a client that disconnects during the upload, and stores nothing', async () => {
    const whole = new Response(await form());
    const bytes = Buffer.from(await whole.arrayBuffer());
    const before = api.storedFiles();
    const hangUp = new AbortController();
    const half = new ReadableStream({
      pull(stream) {
        stream.enqueue(new Uint8Array(bytes.subarray(0, bytes.length / 2)));
        hangUp.abort();
      },
    });
    const headers = { authorization: `Bearer ${guard.token}`, 'content-type': whole.headers.get('content-type') ?? '' };
    const call = fetch(api.url + url(), { method: 'PATCH', body: half, headers, signal: hangUp.signal, duplex: 'half' } as RequestInit);
    await expect(call).rejects.toThrow();
    expect(api.storedFiles()).toEqual(before);
    expect((await kit.save(guard)).code).toBe(200);
  });

  it('replies 401 without a session', async () => {
    const reply = await api.request(url(), { method: 'PATCH', body: await form() });
    expect(reply.status).toBe(401);
  });
});

it('documents multipart endpoints part by part', async () => {
  const { paths } = (await (await fetch(`${api.url}/v1/docs/json`)).json()) as {
    paths: Record<string, Record<string, { requestBody: unknown }>>;
  };
  const file = { type: 'string', format: 'binary' };
  expect(paths['/v1/guard/auth/update-guard/{id}']?.patch?.requestBody).toMatchObject({
    content: {
      'multipart/form-data': {
        schema: {
          properties: {
            profileImage: file,
            securityRegistrationDocument: file,
            identityFile0: file,
            identityDocuments: { type: 'string', description: 'A list as JSON, each row with idType, idNumber, idProof, fileName' },
            employmentDetails: { type: 'string' },
          },
        },
      },
    },
  });
});
