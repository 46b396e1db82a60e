import { emptyDevice } from '@portal/testing/deviceStorage';
import { draftKey, dropKeys, findKey, keepKey } from './keys';
import { canSeal, createKey, DoesNotOpen, importKey, seal, unseal } from './sealed';

const RAW = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY';

afterEach(async () => {
  jest.restoreAllMocks();
  await emptyDevice();
});

it('opens to the same value, with its dates, lists and files', async () => {
  const key = await createKey();
  const photo = new File(['picture'], 'licence.jpg', { type: 'image/jpeg', lastModified: 5 });
  const value = { name: 'Ada', none: null, on: new Date(7), rows: [{ photo }, new Blob(['note'], { type: 'text/plain' })] };
  const sealed = await seal(key, 'row 1', value);
  expect(Buffer.from(sealed.value.bytes).toString()).not.toContain('Ada');
  const opened = (await unseal(key, 'row 1', sealed)) as typeof value;
  expect(opened).toMatchObject({ name: 'Ada', none: null, on: new Date(7) });
  const [{ photo: file }, note] = opened.rows as [{ photo: File }, Blob];
  expect([file.name, file.type, file.lastModified, note.type]).toEqual(['licence.jpg', 'image/jpeg', 5, 'text/plain']);
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('picture');
  expect(Buffer.from(await note.arrayBuffer()).toString()).toBe('note');
});

it('rejects a function instead of dropping it', async () => {
  await expect(seal(await createKey(), 'row', { rows: [() => 1] })).rejects.toThrow('Not a value that can be stored');
});

it('uses a new nonce each time, and a key that scripts cannot read', async () => {
  const key = await createKey();
  const [one, other] = [await seal(key, 'row', 'text'), await seal(key, 'row', 'text')];
  expect(one.value.nonce).not.toEqual(other.value.nonce);
  for (const hidden of [key, await importKey(RAW)]) await expect(crypto.subtle.exportKey('raw', hidden)).rejects.toThrow();
});

it('does not open for another row, with another key, or after a change', async () => {
  const key = await createKey();
  const sealed = await seal(key, 'row 1', 'text');
  const changed = { ...sealed, value: { ...sealed.value, bytes: sealed.value.bytes.slice(1) } };
  for (const opening of [unseal(key, 'row 2', sealed), unseal(await createKey(), 'row 1', sealed), unseal(key, 'row 1', changed)])
    await expect(opening).rejects.toThrow(DoesNotOpen);
});

it('opens with a key that was imported again from the same bytes', async () => {
  const sealed = await seal(await importKey(RAW), 'row', 'text');
  expect(await unseal(await importKey(RAW), 'row', sealed)).toBe('text');
});

describe('keys of a guard', () => {
  it('stay on the device until they are dropped, and differ between guards', async () => {
    const [mine, other] = [await draftKey('ada'), await draftKey('ben')];
    if (!mine || !other) throw new Error('WebCrypto is missing');
    const sealed = await seal(mine, 'row', 'text');
    const again = await draftKey('ada');
    expect(again && (await unseal(again, 'row', sealed))).toBe('text');
    await expect(unseal(other, 'row', sealed)).rejects.toThrow(DoesNotOpen);
    await keepKey('outbox', 'ada', await importKey(RAW));
    await dropKeys('ada');
    expect([await findKey('drafts', 'ada'), await findKey('outbox', 'ada')]).toEqual([null, null]);
    expect(await findKey('drafts', 'ben')).not.toBeNull();
  });

  it('are null when the browser has no WebCrypto', async () => {
    jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
    expect([canSeal(), await draftKey('ada'), await findKey('outbox', 'ada')]).toEqual([false, null, null]);
  });
});
