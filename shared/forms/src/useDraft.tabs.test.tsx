// Needs a separate jest file: its tabs share the storage of the page.
import { leaveRules, OTHER_TITLE } from '@portal/contracts/leave/leave.rules';
import '@portal/testing/deviceStorage';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { Channel } from '@portal/testing/tabs';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { DraftNotice } from './DraftNotice';
import { deleteDraft, readDraft } from './draftStore';
import { type Draft, useDraft } from './useDraft';
import { useRulesForm } from './useRulesForm';

const ada = { guardId: 'ada', form: 'tabs' };

beforeEach(() => {
  Channel.all.length = 0;
  Object.assign(globalThis, { BroadcastChannel: Channel });
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  await deleteDraft(ada);
});

function LongForm({ tab, send, isDurable }: { tab: string; send: (key?: string) => Promise<{ ok: true }>; isDurable: boolean }) {
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: OTHER_TITLE, leaveDescription: '' },
    unsaved: 'your long form',
    onSubmit: async () => {
      if (isDurable) return draft.sendAs(`asked in ${tab}`, send);
      const result = await send();
      await draft.clear();
      return result;
    },
  });
  const draft: Draft = useDraft(form, ada);
  if (!draft.isReady) return <p>reading</p>;
  return (
    <form aria-label={tab} onSubmit={form.submit}>
      <DraftNotice draft={draft} />
      <TextArea label="Description" {...form.bind('leaveDescription')} />
      <button type="submit">Send</button>
    </form>
  );
}

const tab = (name: string) => screen.findByRole('form', { name });
const description = async (name: string) => within(await tab(name)).getByRole('textbox', { name: 'Description' });
const type = async (name: string, value: string) => {
  const field = await description(name);
  await act(async () => void fireEvent.change(field, { target: { value } }));
};
const submit = async (name: string) => {
  const form = await tab(name);
  await act(async () => void fireEvent.submit(form));
};

describe.each([
  ['a durable write', true],
  ['a call', false],
])('a draft that is open in two tabs and sent by %s', (_, isDurable) => {
  const sent = jest.fn(async (_key?: string) => ({ ok: true }) as const);
  beforeEach(async () => {
    sent.mockClear();
    render(<LongForm tab="first" send={sent} isDurable={isDurable} />);
    await type('first', 'I fell at the gate');
    await waitFor(async () => expect((await readDraft(ada))?.values).toMatchObject({ leaveDescription: 'I fell at the gate' }));
    render(<LongForm tab="second" send={sent} isDurable={isDurable} />);
    await waitFor(async () => expect(await description('second')).toHaveValue('I fell at the gate'));
  });

  it('is empty in the second tab, which sends nothing', async () => {
    await submit('first');
    await waitFor(async () => expect(await description('second')).toHaveValue(''));
    expect(within(await tab('second')).getByText(/You sent this form in another tab/)).toBeVisible();
    await submit('second');
    expect(await description('second')).toBeInvalid();
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('displays no notice in a tab without entries', async () => {
    await deleteDraft(ada);
    render(<LongForm tab="empty" send={sent} isDurable={isDurable} />);
    await description('empty');
    await type('second', 'I fell at the gate and hurt my knee');
    await submit('first');
    expect(await within(await tab('second')).findByText(/with other entries in another tab/)).toBeVisible();
    expect(within(await tab('empty')).queryByText(/in another tab/)).toBeNull();
  });

  it('stays in the second tab when it was changed there', async () => {
    await type('second', 'I fell at the gate and hurt my knee');
    await submit('first');
    expect(await within(await tab('second')).findByText(/with other entries in another tab/)).toBeVisible();
    expect(await description('second')).toHaveValue('I fell at the gate and hurt my knee');
  });
});

describe('a draft that two tabs send at the same moment', () => {
  const sent = jest.fn(async (_key?: string) => ({ ok: true }) as const);
  const keys = () => sent.mock.calls.map(([key]) => key);
  beforeEach(() => sent.mockClear());

  it('has one key in both tabs', async () => {
    render(<LongForm tab="first" send={sent} isDurable />);
    await type('first', 'I fell at the gate');
    await waitFor(async () => expect((await readDraft(ada))?.key).toBeDefined());
    const kept = (await readDraft(ada))?.key;
    render(<LongForm tab="second" send={sent} isDurable />);
    await waitFor(async () => expect(await description('second')).toHaveValue('I fell at the gate'));
    // Messages between the tabs arrive too late.
    for (const channel of Channel.all) channel.isFrozen = true;
    const forms = [await tab('first'), await tab('second')];
    await act(async () => {
      for (const form of forms) fireEvent.submit(form);
    });
    await waitFor(() => expect(keys()).toEqual([kept, kept]));
  });

  it('has another key for entries that were changed in one tab', async () => {
    render(<LongForm tab="first" send={sent} isDurable />);
    await type('first', 'I fell at the gate');
    await waitFor(async () => expect((await readDraft(ada))?.key).toBeDefined());
    render(<LongForm tab="second" send={sent} isDurable />);
    await waitFor(async () => expect(await description('second')).toHaveValue('I fell at the gate'));
    for (const channel of Channel.all) channel.isFrozen = true;
    await type('second', 'I fell at the gate and hurt my knee');
    await submit('first');
    await submit('second');
    await waitFor(() => expect(new Set(keys()).size).toBe(2));
  });
});
