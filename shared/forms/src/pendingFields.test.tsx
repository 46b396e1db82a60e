import { renderScreen as render } from '@portal/testing/renderScreen';
import { FileField } from '@portal/ui/FileField';
import { type ShrinkResult, shrinkImage } from '@portal/ui/shrinkImage';
import { TextField } from '@portal/ui/TextField';
import { UploadList } from '@portal/ui/UploadList';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Form } from './Form';
import { SubmitButton } from './SubmitButton';
import { useRulesForm } from './useRulesForm';

// jsdom cannot decode pictures.
jest.mock('@portal/ui/shrinkImage');

interface Values {
  title: string;
  photo: File | null;
  more: File[];
}
const anything = { validateSync: (values: unknown) => values as Values };
let answers: ((shrunk: ShrinkResult) => void)[];
beforeEach(() => {
  answers = [];
  jest.mocked(shrinkImage).mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
});

const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const onSubmit = jest.fn(async (_values: unknown) => ({ ok: true as const }));
beforeEach(() => onSubmit.mockClear());

function Report({ saved = null }: { saved?: File | null }) {
  const [hasPhoto, setHasPhoto] = useState(true);
  const form = useRulesForm(anything, { defaults: { title: '', photo: saved, more: [] }, unsaved: null, onSubmit });
  return (
    <Form form={form} aria-label="Report">
      <TextField label="Title" {...form.bind('title')} />
      {hasPhoto && <FileField label="Photo" optional {...form.bindValue<File | null>('photo')} />}
      <UploadList label="More" most={9} {...form.bindValue<File[]>('more')} />
      <button type="button" onClick={() => setHasPhoto(false)}>
        Without
      </button>
      <SubmitButton form={form} busyText="Sending">
        Send
      </SubmitButton>
    </Form>
  );
}

const choose = (label: string, ...files: File[]) => {
  const picker = screen.getByRole('group', { name: new RegExp(`^${label}`) }).querySelector('input:not([capture])') as HTMLInputElement;
  return act(async () => void fireEvent.change(picker, { target: { files } }));
};
const send = () => act(async () => void fireEvent.submit(screen.getByRole('form')));
const answer = (n: number, shrunk: ShrinkResult) => act(async () => answers[n]?.(shrunk));
const refused: ShrinkResult = { ok: false, message: 'No picture.' };
const sent = () => onSubmit.mock.calls.map(([values]) => values as Values);

it('waits for a picture in preparation and submits it once', async () => {
  render(<Report />);
  await choose('Photo', photo('large.jpg'));
  await send();
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Sending' })).toBeDisabled();
  const ready = photo('small.jpg');
  await answer(0, { ok: true, file: ready });
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ photo: ready })]));
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
});

it('does not submit a replaced picture', async () => {
  render(<Report saved={photo('before.jpg')} />);
  await choose('Photo', photo('first.jpg'));
  await send();
  await choose('Photo', photo('second.jpg'));
  await answer(0, { ok: true, file: photo('first-small.jpg') });
  expect(onSubmit).not.toHaveBeenCalled();
  const ready = photo('second-small.jpg');
  await answer(1, { ok: true, file: ready });
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ photo: ready })]));
});

it('reports an unreadable file and stops the submit; the next submit goes without it', async () => {
  render(<Report />);
  await choose('Photo', photo('broken.jpg'));
  await send();
  await answer(0, refused);
  expect(screen.getByText('No picture.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose picture: Photo' })).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  await send();
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ photo: null })]));
});

it('waits for every picture of a list, and stops when one is refused', async () => {
  render(<Report />);
  const files = ['a', 'b', 'c', 'd'].map((name) => photo(`${name}.jpg`));
  await choose('More', ...files);
  await send();
  for (const [n, file] of files.slice(0, 3).entries()) await answer(n, { ok: true, file });
  expect(onSubmit).not.toHaveBeenCalled();
  await answer(3, refused);
  expect(screen.getByRole('button', { name: 'Choose pictures: More' })).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  await send();
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ more: files.slice(0, 3) })]));
});

it('submits when the waiting field was removed', async () => {
  render(<Report />);
  await choose('Photo', photo('broken.jpg'));
  await send();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Without' })));
  await answer(0, refused);
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('sends nothing when the form is unmounted while it waits', async () => {
  const { unmount } = render(<Report />);
  await choose('Photo', photo('large.jpg'));
  await send();
  unmount();
  await answer(0, { ok: true, file: photo('small.jpg') });
  expect(onSubmit).not.toHaveBeenCalled();
});
