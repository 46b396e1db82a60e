import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { type ShrinkResult, shrinkImage, thumbOf } from './shrinkImage';
import { UploadList, type UploadListProps } from './UploadList';
import { progressPerFile } from './uploadProgress';

// jsdom does not decode pictures, so the test decides the result of each picture.
jest.mock('./shrinkImage');
let preparations: { name: string; end: (shrunk: ShrinkResult) => void }[] = [];
let values: string[][] = [];
let preparing: number[] = [];

beforeEach(() => {
  [preparations, values, preparing] = [[], [], []];
  jest.mocked(thumbOf).mockReturnValue(new Promise(() => undefined));
  jest.mocked(shrinkImage).mockImplementation(({ name }) => new Promise((end) => preparations.push({ name, end })));
});

const fileOf = (name: string, size = 4) => new File(['x'.repeat(size)], name, { type: 'image/jpeg' });
const small = (name: string): ShrinkResult => ({ ok: true, file: fileOf(name), thumb: new Blob(['t']) });

function Form({ initial = [], ...over }: Partial<UploadListProps> & { initial?: File[] }) {
  const [value, setValue] = useState<readonly File[]>(initial);
  const change = (files: File[]) => {
    values.push(files.map(({ name }) => name));
    // A form returns a new list with the same files.
    setValue([...files]);
  };
  return (
    <>
      <UploadList id="u" label="Images" most={5} value={value} onChange={change} onPreparing={(count) => preparing.push(count)} {...over} />
      <button type="button" onClick={() => setValue([])}>
        Begin anew
      </button>
      <button type="button" onClick={() => setValue([fileOf('kept.jpg')])}>
        Draft
      </button>
    </>
  );
}
const input = () => document.querySelector('input[type=file]:not([capture])') as HTMLInputElement;
const choose = (...names: string[]) => fireEvent.change(input(), { target: { files: names.map((name) => fileOf(name)) } });
const end = (name: string, shrunk: ShrinkResult = small(name)) =>
  act(async () =>
    preparations
      .filter((one) => one.name === name)
      .at(-1)
      ?.end(shrunk),
  );
const tiles = () => within(screen.getByRole('list', { name: 'Images' })).getAllByRole('listitem');
const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('prepares chosen pictures immediately, three at a time, and keeps their order', async () => {
  render(<Form />);
  choose('1', '2', '3', '4', '5');
  expect(preparations.map(({ name }) => name)).toEqual(['1', '2', '3']);
  expect(screen.getByText('5 of 5')).toBeVisible();
  expect(tiles().map((tile) => tile.textContent)).toEqual(['1Preparing…', '2Preparing…', '3Preparing…', '4Preparing…', '5Preparing…']);
  await end('3');
  expect(preparations.map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
  for (const name of ['1', '2', '4', '5']) await end(name);
  expect(values.at(-1)).toEqual(['1', '2', '3', '4', '5']);
  expect([preparing.at(0), preparing.at(-1)]).toEqual([0, 0]);
  expect(Math.max(...preparing)).toBe(5);
  expect(button('Choose pictures: Images')).toBeDisabled();
  expect(screen.getByRole('status')).toHaveTextContent('5 of 5 pictures');
});

it('accepts as many pictures as fit, and names the first that does not fit', async () => {
  render(<Form most={2} />);
  choose('1', '2', 'front.jpg', '4');
  expect(screen.getByRole('alert')).toHaveTextContent('“front.jpg” and 1 more were not added: at most 2 pictures.');
  expect(tiles()).toHaveLength(2);
  fireEvent.click(button('Remove 1'));
  choose('5');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

it('names a refused picture, keeps the others, and retries it', async () => {
  render(<Form />);
  choose('menu.pdf', 'front.jpg');
  await end('front.jpg');
  await end('menu.pdf', { ok: false, message: 'This file is no picture.' });
  expect(screen.getByRole('alert')).toHaveTextContent('“menu.pdf” was not added. This file is no picture.');
  expect(values.at(-1)).toEqual(['front.jpg']);
  expect(screen.getByText('1 of 5')).toBeVisible();
  fireEvent.click(button('Try again: menu.pdf'));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await end('menu.pdf');
  expect(values.at(-1)).toEqual(['menu.pdf', 'front.jpg']);
});

it('omits a picture that was removed during preparation, and moves the focus', async () => {
  render(<Form />);
  choose('1', '2');
  fireEvent.click(button('Remove 1'));
  await waitFor(() => expect(button('Remove 2')).toHaveFocus());
  await end('1');
  await end('2');
  expect(values).toEqual([['2']]);
  fireEvent.click(button('Remove 2'));
  await waitFor(() => expect(button('Choose pictures: Images')).toHaveFocus());
  expect(values.at(-1)).toEqual([]);
});

it('accepts dropped and pasted pictures, and none while it is disabled', async () => {
  const { rerender } = render(<Form />);
  const drop = () =>
    fireEvent.drop(screen.getByRole('group', { name: 'Images' }).querySelector('div') as HTMLElement, {
      dataTransfer: { files: [fileOf('dropped')] },
    });
  drop();
  fireEvent.paste(document.body, { clipboardData: { files: [fileOf('pasted')] } });
  expect(preparations.map(({ name }) => name)).toEqual(['dropped', 'pasted']);
  rerender(<Form disabled />);
  drop();
  fireEvent.paste(document.body, { clipboardData: { files: [fileOf('pasted')] } });
  expect(preparations).toHaveLength(2);
});

it('does not handle text that is pasted into a text field', () => {
  render(
    <>
      <textarea aria-label="Words" />
      <Form />
    </>,
  );
  const files = [fileOf('beside.png')];
  fireEvent.paste(screen.getByLabelText('Words'), { clipboardData: { files, types: ['text/plain', 'Files'] } });
  expect(preparations).toEqual([]);
  fireEvent.paste(screen.getByLabelText('Words'), { clipboardData: { files, types: ['Files'] } });
  fireEvent.paste(document.body, { clipboardData: { files, types: ['text/plain', 'Files'] } });
  expect(preparations.map(({ name }) => name)).toEqual(['beside.png', 'beside.png']);
});

it('shows the pictures of a restored draft, and none after the form was reset', async () => {
  render(<Form />);
  choose('1');
  await end('1');
  fireEvent.click(screen.getByText('Draft'));
  expect(tiles().map((tile) => tile.textContent)).toEqual([expect.stringContaining('kept.jpg')]);
  fireEvent.click(screen.getByText('Begin anew'));
  expect(screen.queryByRole('list', { name: 'Images' })).toBeNull();
});

it('distributes the progress of the request over the pictures in their order', () => {
  expect(progressPerFile([{ file: fileOf('a', 4) }, { file: fileOf('b', 4) }, { file: fileOf('c', 2) }], 0.6)).toEqual([1, 0.5, 0]);
  render(<Form initial={[fileOf('a'), fileOf('b')]} progress={0.75} disabled />);
  expect(tiles().map((tile) => tile.textContent)).toEqual(['a100 %', 'b50 %']);
  expect(button('Remove a')).toBeDisabled();
});

it('releases the memory of every thumbnail', async () => {
  let created = 0;
  jest.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++created}`);
  const revoked = jest.spyOn(URL, 'revokeObjectURL').mockReset();
  const { unmount } = render(<Form />);
  choose('1', '2');
  await end('1');
  await end('2');
  fireEvent.click(button('Remove 1'));
  expect(revoked.mock.calls).toEqual([['blob:1']]);
  unmount();
  expect(revoked).toHaveBeenCalledTimes(created);
});

it('opens a picture in a viewer with arrow keys', async () => {
  render(<Form initial={['a', 'b', 'c'].map((name) => fileOf(name))} />);
  fireEvent.click(button('View b'));
  const viewer = screen.getByRole('dialog', { name: 'b' });
  expect(within(viewer).getByRole('status')).toHaveTextContent('2 of 3');
  expect(button('Next picture')).toHaveFocus();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(screen.getByRole('dialog', { name: 'c' })).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  fireEvent.click(button('Next picture'));
  expect(within(viewer).getByRole('status')).toHaveTextContent('3 of 3');
  fireEvent.keyDown(document.body, { key: 'Home' });
  expect(within(viewer).getByRole('img', { name: 'a' })).toBeVisible();
  fireEvent.click(within(viewer).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('creates thumbnails for pictures of a restored draft, three at a time', async () => {
  const drawn: { name: string; end: (thumb: Blob | null) => void }[] = [];
  jest.mocked(thumbOf).mockImplementation(({ name }) => new Promise((end) => drawn.push({ name, end })));
  render(<Form initial={['1', '2', '3', '4'].map((name) => fileOf(name))} />);
  expect(drawn.map(({ name }) => name)).toEqual(['1', '2', '3']);
  expect(document.querySelectorAll('li img')).toHaveLength(0);
  await act(async () => drawn[0]?.end(new Blob(['t'])));
  expect(drawn.map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
  // A picture without a thumbnail is displayed in full.
  await act(async () => drawn[1]?.end(null));
  expect(document.querySelectorAll('li img')).toHaveLength(2);
  expect([values, preparing.at(-1)]).toEqual([[], 0]);
});
