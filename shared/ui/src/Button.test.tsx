import { render, screen } from '@testing-library/react';
import { Button } from './Button';

it('shows the stated waiting text while busy, unless told another', () => {
  const { rerender } = render(<Button busy>Apply</Button>);
  expect(screen.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  rerender(
    <Button busy busyText="Sending">
      Apply
    </Button>,
  );
  expect(screen.getByRole('button', { name: 'Sending' })).toHaveAttribute('aria-disabled', 'true');
});

it('gives back the focus that being disabled took', () => {
  const { rerender } = render(<Button>Apply</Button>);
  screen.getByRole('button').focus();
  rerender(<Button busy>Apply</Button>);
  screen.getByRole('button').blur();
  rerender(<Button>Apply</Button>);
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveFocus();
});

it('takes the focus back from a heading that got it while the button was disabled', () => {
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

it('hands out its element', () => {
  const ref = { current: null as HTMLButtonElement | null };
  render(<Button ref={ref}>Apply</Button>);
  expect(ref.current).toBe(screen.getByRole('button'));
});
