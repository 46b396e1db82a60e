import { fireEvent, render, screen } from '@testing-library/react';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog } from './Dialog';
import { TextField } from './TextField';

const nothing = () => undefined;

it('is a modal with its title as name, and focuses its first field', () => {
  render(
    <Dialog open onClose={nothing} title="Apply Leave" actions={<button type="button">Apply</button>}>
      <TextField label="Reason" />
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Apply Leave' })).toHaveAttribute('open');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
});

it('focuses the title if there is no field', () => {
  render(
    <Dialog open onClose={nothing} title="Details">
      Text
    </Dialog>,
  );
  expect(screen.getByRole('heading', { name: 'Details' })).toHaveFocus();
});

it('calls onClose on Escape and on the close button, and closes only if its owner does', () => {
  const onClose = jest.fn();
  render(<Dialog open onClose={onClose} title="Details" />);
  expect(fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it('renders nothing while closed', () => {
  const { container } = render(<Dialog open={false} onClose={nothing} title="Details" />);
  expect(container).toBeEmptyDOMElement();
});

const question = { open: true, title: 'Are you sure', body: 'You will be logged out.', confirm: 'Yes', cancel: 'No' } as const;

it('focuses the safe answer of a question', () => {
  const onConfirm = jest.fn();
  render(<ConfirmDialog {...question} onConfirm={onConfirm} onCancel={nothing} />);
  expect(screen.getByRole('alertdialog', { name: 'Are you sure' })).toHaveAccessibleDescription('You will be logged out.');
  expect(screen.getByRole('button', { name: 'No' })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('makes the safe answer of a destructive question the main button, and focuses it', () => {
  render(<ConfirmDialog {...question} danger onConfirm={nothing} onCancel={nothing} />);
  expect(screen.getByRole('button', { name: 'No' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'No' })).toHaveClass('primary');
  expect(screen.getByRole('button', { name: 'Yes' })).toHaveClass('dangerLine');
});
