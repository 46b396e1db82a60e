import { renderScreen } from '@portal/testing/renderScreen';
import { Dialog } from '@portal/ui/Dialog';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';

interface Row {
  name: string;
  isAsked: boolean;
}

/** A list with a button that disappears after its work, directly or through a dialog. */
function List({ through, home = false }: { through: 'button' | 'dialog'; home?: boolean }) {
  const [rows, setRows] = useState<Row[]>([
    { name: 'Monday', isAsked: false },
    { name: 'Tuesday', isAsked: false },
  ]);
  const [asking, setAsking] = useState<string | null>(null);
  const ask = (name: string | null) => {
    setRows(rows.map((row) => (row.name === name ? { ...row, isAsked: true } : row)));
    setAsking(null);
  };
  return (
    <section>
      <h1>Shifts</h1>
      <ul>
        {rows.map(({ name, isAsked }) => (
          <li key={name}>
            <h2>{name}</h2>
            {home && <p data-focus-home="">Asked for {name}</p>}
            {!isAsked && (
              <button type="button" onClick={() => (through === 'button' ? ask(name) : setAsking(name))}>
                Ask for {name}
              </button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(null)}
          title="Sure?"
          actions={
            <button type="button" onClick={() => ask(asking)}>
              Yes
            </button>
          }
        />
      )}
    </section>
  );
}
const settled = () => act(async () => undefined);

it('focuses the heading of the row when its focused button disappears', async () => {
  const { user } = renderScreen(<List through="button" />);
  await user.click(screen.getByRole('button', { name: 'Ask for Tuesday' }));
  await settled();
  expect(screen.getByRole('heading', { name: 'Tuesday' })).toHaveFocus();
});

it('focuses the marked target', async () => {
  const { user } = renderScreen(<List through="button" home />);
  await user.click(screen.getByRole('button', { name: 'Ask for Tuesday' }));
  await settled();
  expect(screen.getByText('Asked for Tuesday')).toHaveFocus();
});

it('focuses the heading of the row when the opener disappears with its dialog', async () => {
  const { user } = renderScreen(<List through="dialog" />);
  await user.click(screen.getByRole('button', { name: 'Ask for Tuesday' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await settled();
  expect(screen.getByRole('heading', { name: 'Tuesday' })).toHaveFocus();
});

it('does not move the focus when the page has moved it', async () => {
  const { user } = renderScreen(<List through="button" />);
  const button = screen.getByRole('button', { name: 'Ask for Tuesday' });
  const other = screen.getByRole('button', { name: 'Ask for Monday' });
  button.addEventListener('click', () => other.focus());
  await user.click(button);
  await settled();
  expect(other).toHaveFocus();
});
