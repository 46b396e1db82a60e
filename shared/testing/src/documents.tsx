import { type GuardDocument, listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { act, fireEvent, screen } from '@testing-library/react';
import { mockId } from './ids';
import { mockEndpoint } from './mockEndpoint';

const types = ['Drivers license', 'Permanent resident card', 'Canadian passport', 'Other'];

/** The nth document of a guard. */
export const documentOf = (over: Partial<GuardDocument> = {}, n = 1): GuardDocument => ({
  id: mockId(7000 + n),
  documentType: types[(n - 1) % types.length] ?? '',
  documentNumber: `10000${n}`,
  expiryDate: '2028-05-31',
  file: `${'d'.repeat(31)}${n}.jpg`,
  guardId: mockId(1),
  licenseNumber: null,
  ...over,
});

/** Replies with the documents that the function returns at that time. */
export function mockDocuments(documents: () => readonly GuardDocument[]) {
  mockEndpoint(previewMedia, new Blob(['picture']));
  return mockEndpoint(listDocuments, () => ({ docs: [...documents()], total: documents().length }));
}

export const documentPicture = (name = 'front.jpg', type = 'image/jpeg') => new File(['x'], name, { type });
export async function chooseDocument(file: File): Promise<void> {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]:not([capture])');
  await act(async () => void fireEvent.change(inputs[inputs.length - 1] as HTMLInputElement, { target: { files: [file] } }));
}

/** The field with this label on the page, or in the open dialog. */
export const documentField = (label: string): HTMLElement => screen.getAllByLabelText(label).at(-1) as HTMLElement;
