import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { FileField } from './FileField';
import { shrinkImage, shrinkMessages } from './shrinkImage';

// jsdom does not decode or encode pictures, so these functions replace the browser. End-to-end tests cover the browser.
let encoded: { width: number; height: number; quality: number }[] = [];
let bytesOf: (width: number, quality: number) => number;
let decode: (file: Blob) => Promise<{ width: number; height: number; close(): void }>;
const original = { bitmap: globalThis.createImageBitmap, canvas: globalThis.OffscreenCanvas };

class FakeCanvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined });
  async convertToBlob({ quality }: { quality: number }) {
    encoded.push({ width: this.width, height: this.height, quality });
    return new Blob([new Uint8Array(bytesOf(this.width, quality))], { type: 'image/jpeg' });
  }
}

beforeEach(() => {
  encoded = [];
  bytesOf = () => 300_000;
  decode = async () => ({ width: 4000, height: 3000, close: () => undefined });
  Object.assign(globalThis, { createImageBitmap: (file: Blob) => decode(file), OffscreenCanvas: FakeCanvas });
});
afterAll(() => void Object.assign(globalThis, { createImageBitmap: original.bitmap, OffscreenCanvas: original.canvas }));

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer> = 'x', type = 'image/png') => new File([content], name, { type });
const undecodable = async () => Promise.reject(new DOMException('no', 'InvalidStateError'));
const bytes = (start: string, size: number) => {
  const all = new Uint8Array(size);
  all.set([...start].map((letter) => letter.charCodeAt(0)));
  return all;
};

describe('shrinkImage', () => {
  it('encodes every picture as a JPEG with a longest edge of at most 2000 pixels, also a small one', async () => {
    expect(await shrinkImage(fileOf('My licence.PNG'))).toMatchObject({ ok: true, file: { name: 'My licence.jpg', type: 'image/jpeg' } });
    expect(encoded).toEqual([{ width: 2000, height: 1500, quality: 0.82 }]);
  });

  it('never makes a picture larger', async () => {
    decode = async () => ({ width: 300, height: 900, close: () => undefined });
    await shrinkImage(fileOf('a.png'));
    expect(encoded[0]).toMatchObject({ width: 300, height: 900 });
  });

  it('lowers the quality, then the size, until at most 2 MB are left', async () => {
    bytesOf = (width, quality) => width * 1600 * quality;
    const shrunk = await shrinkImage(fileOf('a.png'));
    expect(shrunk.ok && shrunk.file.size).toBeLessThanOrEqual(limits.imageBytes);
    expect(encoded.map(({ width, quality }) => [width, quality])).toEqual([
      [2000, 0.82],
      [2000, 0.7],
      [2000, 0.55],
    ]);
  });

  it.each([
    ['a HEIC, whatever it is called', fileOf('a.jpg', bytes('\0\0\0\x18ftypheic', 40), 'image/jpeg'), shrinkMessages.heic],
    ['a text with the name of a picture', fileOf('a.png', 'hello world, no picture'), shrinkMessages.unreadable],
    ['a TIFF over 2 MB', fileOf('a.tiff', bytes('II*\0', limits.imageBytes + 1)), copy.imageTooLarge],
  ])('refuses %s with a message', async (_, file, message) => {
    decode = undecodable;
    expect(await shrinkImage(file)).toEqual({ ok: false, message });
  });

  it('sends a small TIFF unchanged, because the browser cannot open it', async () => {
    decode = undecodable;
    const file = fileOf('a.tiff', bytes('MM\0*', 400), 'image/tiff');
    expect(await shrinkImage(file)).toEqual({ ok: true, file });
  });

  it('makes a picture of a list small enough for the whole list, and refuses a format that lists do not allow', async () => {
    bytesOf = (width, quality) => width * 400 * quality;
    expect(await shrinkImage(fileOf('a.png'), { most: 400_000, isOfList: true })).toMatchObject({ ok: true, file: { size: 392_000 } });
    decode = undecodable;
    expect(await shrinkImage(fileOf('a.tiff', bytes('MM\0*', 400), 'image/tiff'), { isOfList: true })).toEqual({
      ok: false,
      message: 'Please choose a JPG, PNG, WebP or GIF.',
    });
  });
});

function Licence({ initial = null }: { initial?: File | string | null }) {
  const [value, setValue] = useState(initial);
  return (
    <FileField
      id="licence"
      label="Licence image"
      hint="Both corners in the picture"
      error={value ? undefined : 'Please upload'}
      value={value}
      onChange={setValue}
      stored={<i>the stored one</i>}
    />
  );
}
const input = () => document.querySelector('input[type=file]:not([capture])') as HTMLInputElement;
const choose = (file: File) => act(async () => void fireEvent.change(input(), { target: { files: [file] } }));
const button = (name: RegExp) => screen.getByRole('button', { name });

it('is a group with its label, hint and error', () => {
  render(<Licence />);
  expect(screen.getByRole('group', { name: 'Licence image' })).toHaveAccessibleDescription('Please upload Both corners in the picture');
});

it('offers the camera and the gallery', () => {
  render(<Licence />);
  expect(button(/^Take photo: Licence image/)).toBeEnabled();
  expect(button(/^Choose picture: Licence image/)).toBeEnabled();
  expect(document.querySelector('input[capture=environment]')).toHaveAttribute('accept', 'image/*');
});

it('previews a chosen picture, replaces it, removes it and releases its memory', async () => {
  const revoked = jest.spyOn(URL, 'revokeObjectURL');
  render(<Licence />);
  await choose(fileOf('front.png'));
  expect(screen.getByRole('status')).toHaveTextContent('front.jpg 300 kB');
  expect(document.querySelector('img')).toHaveAttribute('src', expect.stringContaining('blob:'));
  await choose(fileOf('back.png'));
  expect(screen.getByRole('status')).toHaveTextContent('back.jpg');
  expect(revoked).toHaveBeenCalledTimes(1);
  fireEvent.click(button(/^Remove/));
  expect(screen.queryByText(/back.jpg/)).not.toBeInTheDocument();
  expect(button(/^Choose picture/)).toHaveFocus();
  expect(revoked).toHaveBeenCalledTimes(2);
});

it('accepts a dropped picture', async () => {
  render(<Licence />);
  const group = screen.getByRole('group', { name: 'Licence image' });
  const drop = group.querySelector('div') as HTMLElement;
  await act(async () => void fireEvent.drop(drop, { dataTransfer: { files: [fileOf('dropped.png')] } }));
  expect(screen.getByRole('status')).toHaveTextContent('dropped.jpg');
});

it('[SHARED-08] shows the alert for an oversize image, and retains the previous one', async () => {
  render(<Licence initial="stored.jpg" />);
  bytesOf = () => limits.imageBytes + 1;
  await choose(fileOf('huge.png'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Size is more than 2 MB'));
  expect(screen.getByText('the stored one')).toBeVisible();
  bytesOf = () => 1000;
  await choose(fileOf('small.png'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows that it is working, and uses the later of two choices', async () => {
  let finish: (() => void)[] = [];
  decode = () => new Promise((resolve) => finish.push(() => resolve({ width: 10, height: 10, close: () => undefined })));
  render(<Licence />);
  await choose(fileOf('first.png'));
  expect(screen.getByText('Preparing the picture…')).toBeVisible();
  await choose(fileOf('second.png'));
  await act(async () => {
    for (const one of finish.reverse()) one();
    finish = [];
  });
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('second.jpg');
});
