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

it('hands out its element', () => {
  const ref = { current: null as HTMLButtonElement | null };
  render(<Button ref={ref}>Apply</Button>);
  expect(ref.current).toBe(screen.getByRole('button'));
});
