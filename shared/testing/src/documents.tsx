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

/** Answers with these documents, as they are when they are asked for. */
export function mockDocuments(documents: () => readonly GuardDocument[]) {
  mockEndpoint(previewMedia, new Blob(['picture']));
  return mockEndpoint(listDocuments, () => ({ docs: [...documents()], total: documents().length }));
}

export const documentPicture = (name = 'front.jpg', type = 'image/jpeg') => new File(['x'], name, { type });
/** Chooses a picture in the document form's file field. */
export async function chooseDocument(file: File): Promise<void> {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]:not([capture])');
  await act(async () => void fireEvent.change(inputs[inputs.length - 1] as HTMLInputElement, { target: { files: [file] } }));
}

/** What stands at a field of the page, or of the dialog that is open. */
export const documentField = (label: string): HTMLElement => screen.getAllByLabelText(label).at(-1) as HTMLElement;
