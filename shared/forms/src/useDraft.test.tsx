import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { bankRules } from '@portal/contracts/guards/guards.bank';
import { leaveRules } from '@portal/contracts/leave/leave.rules';
import { keepChatRow, openChatRows } from '@portal/device/chatRows';
import { dropKeys } from '@portal/device/keys';
import type { Session } from '@portal/mf-kit/portal';
import { rowsOf } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { InferType } from 'yup';
import { DraftNotice } from './DraftNotice';
import { deleteDraft, forgetGuard, hasDrafts, prepareDraft, readDraft, saveDraft } from './draftStore';
import { type Draft, useDraft } from './useDraft';
import { type RulesForm, useRulesForm } from './useRulesForm';

const ada = { guardId: 'ada', form: 'long' };
const bo = { guardId: 'bo', form: 'long' };
const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg', lastModified: 5 });

afterEach(async () => {
  jest.useRealTimers();
  for (const key of [ada, bo]) await deleteDraft(key);
});

it('stores values, rows and files, and returns them', async () => {
  await saveDraft(ada, { name: 'Ada', rows: [{ idType: 'Other', file: photo }], none: null });
  const draft = await readDraft(ada);
  expect(draft?.values).toEqual({ name: 'Ada', rows: [{ idType: 'Other', file: expect.any(File) }], none: null });
  const [row] = (draft?.values.rows ?? []) as { file: File }[];
  expect(row?.file).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', lastModified: 5, size: 7 });
});

it('writes a file once, and deletes a removed one', async () => {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  await saveDraft(ada, { name: 'A', photo });
  await saveDraft(ada, { name: 'Ad', photo });
  const areFiles = () => put.mock.calls.map(([, key]) => Array.isArray(key) && key.length === 3);
  expect(areFiles().filter(Boolean)).toHaveLength(1);
  await saveDraft(ada, { name: 'Ada', photo: null });
  await saveDraft(ada, { name: 'Ada', photo });
  expect(areFiles().filter(Boolean)).toHaveLength(2);
  put.mockRestore();
});

describe('sensitive fields', () => {
  const bankNames = Object.keys(bankRules.fields).filter((name) => name !== 'wantTopay');

  it.each([...bankNames, 'password', 'oldPassword', 'confirmPassword', 'currentPassword', 'otp', 'code', 'pin'])(
    'never stores %s, even in a row',
    async (name) => {
      await saveDraft(ada, { name: 'Ada', [name]: 'secret', rows: [{ idType: 'Other', [name]: 'secret' }] });
      expect((await readDraft(ada))?.values).toEqual({ name: 'Ada', rows: [{ idType: 'Other' }] });
    },
  );

  it.each(['postalCode', 'identityDocuments', 'licenseNumber', 'profileImage', 'mobileNumber', 'wantTopay'])('stores %s', async (name) => {
    await saveDraft(ada, { [name]: 'open' });
    expect((await readDraft(ada))?.values).toEqual({ [name]: 'open' });
  });

  it('does not compile for a form with a sensitive field', () => {
    type Form<Values> = RulesForm<Values>;
    const uses = (
      bank: Form<InferType<typeof bankRules>>,
      password: Form<{ email: string; newPassword?: string }>,
      code: Form<{ mobileNumber: string; code: string }>,
      row: Form<{ name: string; cards: { label: string; bankAccountNumber: string }[] }>,
      open: Form<{ name: string; postalCode: string; picture: File | null; rows: { idNumber: string }[] }>,
    ) => {
      // @ts-expect-error: bank details
      useDraft(bank, ada);
      // @ts-expect-error: a password
      useDraft(password, ada);
      // @ts-expect-error: a code
      useDraft(code, ada);
      // @ts-expect-error: an account number in a row
      useDraft(row, ada);
      useDraft(open, ada);
    };
    expect(uses).toBeDefined();
  });
});

it('never returns the draft of another guard', async () => {
  await saveDraft(ada, { name: 'Ada', photo });
  expect(await readDraft(bo)).toBeNull();
  await deleteDraft(bo);
  expect(await readDraft(ada)).not.toBeNull();
});

it('deletes a draft after 30 days, not before', async () => {
  await saveDraft(ada, { name: 'Ada', photo });
  const day = 24 * 60 * 60 * 1000;
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 29 * day);
  expect(await readDraft(ada)).not.toBeNull();
  clock.mockReturnValue(now + 31 * day);
  expect(await readDraft(ada)).toBeNull();
  clock.mockRestore();
  expect(await readDraft(ada)).toBeNull();
});

describe('sealing', () => {
  const rows = async () => [...(await rowsOf('portal-drafts', 'drafts')), ...(await rowsOf('portal-drafts', 'files'))];
  /** Returns the bytes of the rows as text. */
  const textOf = (value: unknown): string => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return Buffer.from(value as ArrayBuffer).toString('latin1');
    return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join() : String(value);
  };
  /** Stores a draft unsealed, as the previous release and a browser without WebCrypto do. */
  async function keepPlain(values: Record<string, unknown>) {
    const without = jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
    await readDraft(ada);
    await saveDraft(ada, values);
    without.mockRestore();
  }

  it('stores text and files unreadable without the key of the device', async () => {
    await saveDraft(ada, { name: 'Ada Marsh', photo });
    expect(textOf(await rows())).not.toMatch(/Ada Marsh|picture|photo\.jpg/);
    expect((await readDraft(ada))?.values).toMatchObject({ name: 'Ada Marsh', photo: { name: 'photo.jpg' } });
  });

  it('reads an unsealed draft of the previous release, and seals it with its files at the next write', async () => {
    await keepPlain({ name: 'Ada Marsh', photo });
    expect(textOf(await rows())).toContain('Ada Marsh');
    const draft = await readDraft(ada);
    expect(draft?.values).toMatchObject({ name: 'Ada Marsh', photo: { name: 'photo.jpg' } });
    await saveDraft(ada, draft?.values ?? {});
    expect(textOf(await rows())).not.toMatch(/Ada Marsh|photo\.jpg/);
    expect((await readDraft(ada))?.values).toMatchObject({ name: 'Ada Marsh', photo: { name: 'photo.jpg' } });
  });

  it('destroys only the drafts of the guard who logs out', async () => {
    await saveDraft(ada, { name: 'Ada', photo });
    await saveDraft(bo, { name: 'Bo', photo });
    expect(await hasDrafts('ada')).toBe(true);
    await forgetGuard('ada');
    expect([await hasDrafts('ada'), await hasDrafts('bo'), await hasDrafts('a')]).toEqual([false, true, false]);
    expect(await readDraft(ada)).toBeNull();
  });

  it('removes the stored chats of the guard at logout when no draft was opened', async () => {
    for (const guardId of ['ada', 'bo']) await openChatRows(guardId);
    await keepChatRow('ada', 'rooms', []);
    await forgetGuard('ada');
    expect(await rowsOf('portal-chats', 'rooms')).toEqual([]);
    await keepChatRow('ada', 'rooms', []);
    expect(await rowsOf('portal-chats', 'rooms')).toEqual([]);
  });

  it('finds no draft when its key was destroyed, and overwrites the row', async () => {
    await saveDraft(ada, { name: 'Ada' });
    await dropKeys('ada');
    expect(await readDraft(ada)).toBeNull();
    await saveDraft(ada, { name: 'Ada again' });
    expect((await readDraft(ada))?.values).toEqual({ name: 'Ada again' });
  });

  it('reads a draft when the key of an older file was destroyed', async () => {
    await saveDraft(ada, { name: 'Ada', photo });
    await dropKeys('ada');
    await readDraft(ada);
    await saveDraft(ada, { name: 'Ada again', photo: new File(['other'], 'other.jpg') });
    expect((await readDraft(ada))?.values).toMatchObject({ name: 'Ada again', photo: { name: 'other.jpg' } });
  });

  it('writes prepared values synchronously for a closing page', async () => {
    await readDraft(ada);
    const encrypt = jest.spyOn(crypto.subtle, 'encrypt');
    prepareDraft(ada, { name: 'Ada' });
    // WebCrypto works in another thread; the following promises settle before the next timer.
    await waitFor(() => expect(encrypt).toHaveBeenCalledTimes(1));
    await encrypt.mock.results[0]?.value;
    await new Promise((resolve) => setTimeout(resolve));
    encrypt.mockClear();
    await saveDraft(ada, { name: 'Ada' });
    expect(encrypt).not.toHaveBeenCalled();
    await saveDraft(ada, { name: 'Ada M' });
    expect(encrypt).toHaveBeenCalledTimes(1);
    encrypt.mockRestore();
    expect((await readDraft(ada))?.values).toEqual({ name: 'Ada M' });
  });

  it('seals a chosen file once and stores it when the guard types during the sealing', async () => {
    await readDraft(ada);
    const chosen = new File(['new picture'], 'new.jpg');
    const encrypt = jest.spyOn(crypto.subtle, 'encrypt');
    const texts = ['A', 'Ad', 'Ada', 'Ada M'];
    await Promise.all(texts.map((name) => saveDraft(ada, { name, photo: chosen })));
    // Each text, and once the name and the bytes of the file.
    expect(encrypt).toHaveBeenCalledTimes(texts.length + 2);
    encrypt.mockRestore();
    expect((await readDraft(ada))?.values).toMatchObject({ name: 'Ada M', photo: { name: 'new.jpg' } });
  });

  it('writes nothing when the draft was deleted or written again during the sealing', async () => {
    await readDraft(ada);
    const first = saveDraft(ada, { name: 'A' });
    await deleteDraft(ada);
    await first;
    expect(await readDraft(ada)).toBeNull();
    await Promise.all([saveDraft(ada, { name: 'A', photo }), saveDraft(ada, { name: 'Ada' })]);
    expect((await readDraft(ada))?.values).toEqual({ name: 'Ada' });
  });
});

function LongForm({ of = ada }: { of?: typeof ada | null }) {
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '', leaveDescription: 'From the server' },
    unsaved: 'your long form',
    onSubmit: async () => {
      await draft.clear();
      return { ok: true };
    },
  });
  const draft: Draft = useDraft(form, of);
  return (
    <form onSubmit={form.submit}>
      <DraftNotice draft={draft} />
      <TextArea label="Description" {...form.bind('leaveDescription')} />
      <p>{draft.isReady ? 'ready' : 'reading'}</p>
      <p>{form.isDirty ? 'unsaved' : 'saved'}</p>
      <button type="button" onClick={() => form.set('leaveTitle', '1')}>
        Sick
      </button>
      <button type="submit">Send</button>
    </form>
  );
}
const description = () => screen.getByRole('textbox', { name: 'Description' });
const type = (text: string) => act(async () => void fireEvent.change(description(), { target: { value: text } }));
const ready = () => screen.findByText('ready');
const keptText = async () => (await readDraft(ada))?.values.leaveDescription;

it('stores the draft in a typing pause and restores it with a notice and as unsaved', async () => {
  const first = render(<LongForm />);
  await ready();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  await type('My cousin');
  await waitFor(async () => expect(await keptText()).toBe('My cousin'));
  first.unmount();
  jest.mocked(deviceZone).mockReturnValue('America/Atikokan');
  render(<LongForm />);
  await waitFor(() => expect(description()).toHaveValue('My cousin'));
  expect(screen.getByRole('status')).toHaveTextContent(/We kept what you entered on .+, \d+:\d\d [ap]\.m\. EST; it is only on this device/);
  jest.mocked(deviceZone).mockReturnValue('America/Toronto');
  expect(screen.getByText('unsaved')).toBeInTheDocument();
});

it.each([
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'the page is hidden',
    () => {
      const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      hidden.mockRestore();
    },
  ],
])('stores the draft immediately when %s', async (_, leave) => {
  render(<LongForm />);
  await ready();
  await type('My cousin');
  leave();
  expect(await keptText()).toBe('My cousin');
});

it('stores the draft when the session ends during typing', async () => {
  const { unmount } = render(<LongForm />);
  await ready();
  await type('My cousin');
  unmount();
  expect(await keptText()).toBe('My cousin');
});

it('keeps text that was typed before the draft was read', async () => {
  await saveDraft(ada, { leaveTitle: '1', leaveDescription: 'Older' });
  render(<LongForm />);
  fireEvent.change(description(), { target: { value: 'Newer' } });
  await ready();
  expect(description()).toHaveValue('Newer');
});

it('does not overwrite the stored draft before it is read', async () => {
  await saveDraft(ada, { leaveTitle: '1', leaveDescription: 'Older' });
  const { unmount } = render(<LongForm />);
  fireEvent.change(description(), { target: { value: 'N' } });
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  expect((await readDraft(ada))?.values).toEqual({ leaveTitle: '1', leaveDescription: 'Older' });
});

it('stores text of a form that was removed before the reading found no draft, and shows it in the next form', async () => {
  const { unmount } = render(<LongForm />);
  fireEvent.change(description(), { target: { value: 'My cousin' } });
  unmount();
  render(<LongForm />);
  await ready();
  expect(description()).toHaveValue('My cousin');
});

it('stores no text of a form that a logout removed before its draft was read', async () => {
  const current = jest.fn<Session | null, []>(() => ({ guardId: 'ada', guard: guard() }));
  const { unmount } = render(<LongForm />, { portal: { session: { current } } });
  fireEvent.change(description(), { target: { value: 'My cousin' } });
  current.mockReturnValue(null);
  unmount();
  await forgetGuard('ada');
  expect(await readDraft(ada)).toBeNull();
  expect(await rowsOf('portal-drafts', 'drafts')).toEqual([]);
});

it('does not store a restored draft again, and deletes it after the save', async () => {
  await saveDraft(ada, { leaveTitle: '1', leaveDescription: 'Ill' });
  render(<LongForm />);
  await waitFor(() => expect(description()).toHaveValue('Ill'));
  await act(async () => void fireEvent.submit(screen.getByRole('button', { name: 'Send' })));
  await waitFor(async () => expect(await readDraft(ada)).toBeNull());
});

it('starts over only after a question', async () => {
  await saveDraft(ada, { leaveTitle: '1', leaveDescription: 'Ill' });
  render(<LongForm />);
  fireEvent.click(await screen.findByRole('button', { name: 'Start over' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep my entries' }));
  expect(description()).toHaveValue('Ill');
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Start over' }).at(-1) as HTMLElement));
  await waitFor(() => expect(description()).toHaveValue('From the server'));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(await readDraft(ada)).toBeNull();
});

it('shows a warning when the device stores nothing', async () => {
  const refused = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('no', 'InvalidStateError');
  });
  render(<LongForm />);
  expect(await screen.findByText(/This browser cannot keep a draft/)).toBeVisible();
  expect(screen.getByText('ready')).toBeVisible();
  refused.mockRestore();
});

it('shows the form when the device does not answer', async () => {
  jest.useFakeTimers();
  const silent = jest.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(() => new IDBRequest());
  render(<LongForm />);
  await act(() => jest.advanceTimersByTimeAsync(2999));
  expect(screen.getByText('reading')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByText('ready')).toBeVisible();
  expect(screen.getByText(/This browser cannot keep a draft/)).toBeVisible();
  silent.mockRestore();
});

it('starts over on a device that does not answer', async () => {
  await saveDraft(ada, { leaveTitle: '1', leaveDescription: 'Ill' });
  render(<LongForm />);
  fireEvent.click(await screen.findByRole('button', { name: 'Start over' }));
  jest.useFakeTimers();
  const silent = jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => new IDBRequest());
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Start over' }).at(-1) as HTMLElement));
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(description()).toHaveValue('From the server');
  silent.mockRestore();
});
