import { render, screen, waitFor } from '@testing-library/react';
import { Button } from './Button';
import { Dialog } from './Dialog';

it('shows the stated waiting text while busy, unless `busyText` is given', () => {
  const { rerender } = render(<Button busy>Apply</Button>);
  expect(screen.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  rerender(
    <Button busy busyText="Sending">
      Apply
    </Button>,
  );
  expect(screen.getByRole('button', { name: 'Sending' })).toHaveAttribute('aria-disabled', 'true');
});

it('restores the focus that the disabled button lost', () => {
  const { rerender } = render(<Button>Apply</Button>);
  screen.getByRole('button').focus();
  rerender(<Button busy>Apply</Button>);
  screen.getByRole('button').blur();
  rerender(<Button>Apply</Button>);
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveFocus();
});

it('restores the focus in a browser that removes it when the button is disabled', () => {
  const { rerender } = render(<Button>Apply</Button>);
  const button = screen.getByRole('button');
  button.focus();
  const observed = jest.spyOn(button, 'setAttribute').mockImplementation((name, value) => {
    // jsdom does not blur a disabled button.
    if (name === 'disabled') button.blur();
    Element.prototype.setAttribute.call(button, name, value);
    if (name === 'disabled') button.dispatchEvent(new FocusEvent('blur'));
  });
  rerender(<Button busy>Apply</Button>);
  expect(observed).toHaveBeenCalledWith('disabled', '');
  expect(button).not.toHaveFocus();
  rerender(<Button>Apply</Button>);
  expect(button).toHaveFocus();
});

it('takes the focus from a heading that received it while the button was disabled', () => {
  const show = (busy: boolean) => (
    <>
      <h2 tabIndex={-1}>Bank details</h2>
      <Button busy={busy}>Save</Button>
    </>
  );
  const { rerender } = render(show(false));
  screen.getByRole('button').focus();
  rerender(show(true));
  screen.getByRole('heading').focus();
  rerender(show(false));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

it('takes the focus when a dialog closes that was open when the button was enabled again', async () => {
  const show = (busy: boolean, isAsked: boolean) => (
    <>
      <Dialog open={isAsked} onClose={() => undefined} title="Confirm that it is you" />
      <Button busy={busy}>Save</Button>
    </>
  );
  const { rerender } = render(show(false, false));
  screen.getByRole('button').focus();
  rerender(show(true, false));
  screen.getByRole('button').blur();
  rerender(show(true, true));
  expect(screen.getByRole('heading', { name: 'Confirm that it is you' })).toHaveFocus();
  rerender(show(false, true));
  expect(screen.getByRole('heading', { name: 'Confirm that it is you' })).toHaveFocus();
  rerender(show(false, false));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus());
});

it('forwards its ref', () => {
  const ref = { current: null as HTMLButtonElement | null };
  render(<Button ref={ref}>Apply</Button>);
  expect(ref.current).toBe(screen.getByRole('button'));
});
