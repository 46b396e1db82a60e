import type { BoundField } from '@portal/forms/fieldProps';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The longest English texts that a guard meets, and words as long as French ones. */
export const longText =
  'The entrance at the back of the building is closed after ten in the evening, so please call the control room and wait at the loading dock until a colleague opens the door for you.';
export const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';
export const frenchWords = 'Reconnaissance interprovinciale des accréditations professionnelles';
export const frenchWord = 'Anticonstitutionnellement';

export const noop = () => undefined;

/** Holds the value of a controlled field, so that the gallery can be tried. */
export function Stateful<Value>({
  first,
  children,
}: {
  first: Value;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(first);
  return children(value, setValue);
}

/** Focuses the first control, as the Tab key does. */
export function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('a, button, input, select, textarea')?.focus(), []);
  return <div ref={box}>{children}</div>;
}

const bytes = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAMAAACsjQ8GAAAACVBMVEWdtNbD0uhbb1JSfQ2eAAAAH0lEQVR42mNggAJGKMDFH9wKhrbr0cFAuoWJABghCgAaRQMBtLWefwAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);

export const pictureFile = (name: string): File => new File([bytes], name, { type: 'image/png', lastModified: 0 });
export const pictureUrl = URL.createObjectURL(pictureFile('picture.png'));
/** A file with the name of a picture that no browser can open. */
export const brokenFile = (name: string): File => new File(['no picture'], name, { type: 'image/jpeg', lastModified: 0 });

/** Chooses files in the first file input of a story, as a guard does. */
export function chooseFiles(canvas: HTMLElement, ...files: File[]): void {
  const input = canvas.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('the story has no file input');
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const findButton = (canvas: HTMLElement, text: string) =>
  [...canvas.querySelectorAll('button')].find(({ textContent }) => textContent === text);

/** Presses the button with this text. */
export function press(canvas: HTMLElement, text: string): void {
  const button = findButton(canvas, text);
  if (!button) throw new Error(`the story has no button "${text}"`);
  button.click();
}

/** Resolves when the story shows a button with this text. */
export async function waitForButton(canvas: HTMLElement, text: string): Promise<void> {
  while (!findButton(canvas, text)) await new Promise((painted) => requestAnimationFrame(painted));
}

/** The argument of a function `play` of a story, which Storybook calls after the first render. */
export interface Played {
  canvasElement: HTMLElement;
}

/** The props of a native control that `form.bind` returns. */
export const bound = (name: string, { value = '', error }: { value?: string; error?: string } = {}): BoundField => ({
  id: name,
  name,
  ref: noop,
  onChange: async () => undefined,
  onBlur: async () => undefined,
  error,
  defaultValue: value,
});
