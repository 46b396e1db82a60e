import { Dialog } from '@portal/ui/Dialog';
import { ToastRegion } from '@portal/ui/ToastRegion';
import { act, render, screen, within } from '@testing-library/react';
import { TopDialogPortal } from './TopDialogPortal';

const nothing = () => undefined;

function Page({ open, onMoved = nothing }: { open: readonly string[]; onMoved?: () => void }) {
  return (
    <>
      <section aria-label="Notices">
        <TopDialogPortal onMoved={onMoved}>
          <p role="status">Saved</p>
        </TopDialogPortal>
      </section>
      {open.map((title) => (
        <Dialog key={title} open onClose={nothing} title={title} />
      ))}
    </>
  );
}
const settled = () => act(async () => undefined);
const placeOf = (status: HTMLElement) =>
  status.closest('dialog, section')?.getAttribute('aria-label') ??
  within(status.closest('dialog') as HTMLElement).getByRole('heading').textContent;
const place = () => placeOf(screen.getByRole('status'));

it('renders into the top modal, and in its place when none is open', async () => {
  const { rerender } = render(<Page open={[]} />);
  expect(place()).toBe('Notices');
  const status = screen.getByRole('status');
  for (const [open, expected] of [
    [['Apply Leave'], 'Apply Leave'],
    [['Apply Leave', 'Discard?'], 'Discard?'],
    [['Apply Leave'], 'Apply Leave'],
    [[], 'Notices'],
  ] as const) {
    rerender(<Page open={open} />);
    await settled();
    expect(place()).toBe(expected);
  }
  expect(screen.getByRole('status')).toBe(status);
});

it('renders into a modal that was open before', async () => {
  const { rerender } = render(<Dialog open onClose={nothing} title="Apply Leave" />);
  rerender(
    <>
      <Dialog open onClose={nothing} title="Apply Leave" />
      <Page open={[]} />
    </>,
  );
  await settled();
  expect(place()).toBe('Apply Leave');
});

it('returns to its place when a modal is removed without being closed', async () => {
  render(<Page open={[]} />);
  const module = document.body.appendChild(document.createElement('div'));
  const left = render(<Dialog open onClose={nothing} title="Apply Leave" />, { container: module });
  await settled();
  expect(place()).toBe('Apply Leave');
  module.remove();
  await settled();
  expect(place()).toBe('Notices');
  left.unmount();
  expect(place()).toBe('Notices');
});

it('stays in the top modal when the content of another one changes', async () => {
  render(<Page open={['Apply Leave', 'Discard?']} />);
  await settled();
  screen.getByRole('heading', { name: 'Apply Leave', hidden: true }).after('1 shift');
  await settled();
  expect(place()).toBe('Discard?');
});

it('shows a message that existed before the first render', () => {
  const shown: boolean[] = [];
  // jsdom has no popovers. A browser cannot show a popover outside the document.
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      shown.push(this.isConnected);
    },
  });
  render(
    <TopDialogPortal onMoved={nothing}>
      <ToastRegion toasts={[{ id: 1, kind: 'info', text: 'Please log in' }]} onClose={nothing} />
    </TopDialogPortal>,
  );
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  expect(shown).toEqual([true]);
});

it('calls onMoved after a move', async () => {
  const onMoved = jest.fn();
  const { rerender } = render(<Page open={[]} onMoved={onMoved} />);
  const before = onMoved.mock.calls.length;
  rerender(<Page open={['Apply Leave']} onMoved={onMoved} />);
  await settled();
  expect(onMoved).toHaveBeenCalledTimes(before + 1);
});
