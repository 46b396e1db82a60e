import { fullPath, type Input } from '@portal/contracts/_kernel/endpoint';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import sharp from 'sharp';
import { makePicture } from './pictures';
import type { TestApi, TestGuard } from './test-api';

export type RegistrationInput = Input<typeof updateGuard>;

let numbered = 0;

/** A valid registration, except for the fields in `over`. */
export async function registrationOf(id: string, over: Partial<RegistrationInput> = {}): Promise<RegistrationInput> {
  return {
    id,
    firstName: 'Ada',
    middleName: 'May',
    lastName: 'Marsh',
    dob: '1990-05-17',
    mobileNumber: `905555${String(numbered++).padStart(4, '0')}`,
    email: `ada.${id}@example.com`,
    licenseNumber: '7654321',
    securityRegistrationNumber: '7654321',
    securityRegistrationExpiryDate: '2029-01-31',
    securityRegistrationDocument: await makePicture({}, 'licence.png'),
    profileImage: undefined,
    profileUpdate: 'first',
    identityDocuments: [
      {
        idType: 'Drivers license',
        idNumber: 'K12-34.5',
        file: await makePicture({}, 'front.png'),
        idProof: undefined,
        fileName: undefined,
      },
    ],
    employmentDetails: [{ employerName: 'Acme', projectName: 'Night guard', from: '2019-01-01', to: '2020-12-31', speciality: undefined }],
    ...over,
  };
}

/** The calls of a registration that tests use. */
export function registrationCalls(api: TestApi) {
  const preview = (filename: string | null | undefined, { token }: TestGuard) =>
    fetch(`${api.url}${fullPath(previewMedia)}?filename=${filename}`, { headers: { authorization: `Bearer ${token}` } });

  return {
    save: async (by: TestGuard, over: Partial<RegistrationInput> = {}, key?: string) =>
      api.call(updateGuard, await registrationOf(by.id, over), { token: by.token, ...(key && { headers: { 'idempotency-key': key } }) }),
    /** As the edit mode of the registration sends it. */
    edit: async (by: TestGuard, over: Partial<RegistrationInput> = {}) =>
      api.call(updateGuard, await registrationOf(by.id, { profileUpdate: 'second', email: undefined, mobileNumber: undefined, ...over }), {
        token: by.token,
      }),
    seen: async ({ id, token }: TestGuard) => (await api.call(profile, { id }, { token })).data.guard,
    /** The status of a request for a stored image. */
    preview: async (filename: string | null | undefined, by: TestGuard) => {
      const reply = await preview(filename, by);
      await reply.arrayBuffer();
      return reply.status;
    },
    /** The metadata of a stored image, read from its bytes. */
    stored: async (filename: string | null | undefined, by: TestGuard) =>
      sharp(Buffer.from(await (await preview(filename, by)).arrayBuffer())).metadata(),
    document: async (over: Partial<NonNullable<RegistrationInput['identityDocuments']>[number]> = {}) => ({
      idType: 'Other' as const,
      idNumber: 'N1',
      idProof: undefined,
      fileName: undefined,
      file: await makePicture({}, 'scan.png'),
      ...over,
    }),
  };
}
