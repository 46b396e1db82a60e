/** Limits that several domains share. Lengths in characters, sizes in bytes, times in ms. The limits of one domain are in its rules. */
export const limits = {
  minimumAge: 18, // SHARED-01
  password: { min: 8 }, // SHARED-02
  email: 180, // SHARED-03
  name: { min: 2, max: 64 }, // SHARED-04
  mobileDigits: 10, // SHARED-05
  licenceDigits: { min: 6, max: 10 }, // SHARED-06
  imageBytes: 2_097_152, // SHARED-07
  /** All files of one call together: enough for 69 pictures of a list, reduced by `upload.ts`. */
  uploadBytes: 46 * 1024 * 1024,
  paperPages: 20,
  /** The size in bytes and the duration in seconds of one recording. */
  audioBytes: 10_485_760,
  audioSeconds: 600,
  identityNumber: 15, // REG-30
  employer: 160, // REG-37, REG-38
  identityRows: 10,
  employmentRows: 20,
  pageSize: 10,
  pageLinks: 5, // SHARED-27
  exactTotal: 1000,
  /** Toasts use it too. */
  bannerMs: 5000, // SHARED-15
  kilometres: 75,
  /** The fields of public forms; `phone` is PUBLIC-CONTACT-13. */
  visitor: { name: 120, phone: 10, text: 4000 },
  /** The files that a device stores until they are sent: of one write, and of all writes. */
  kept: { write: 80 * 1_048_576, device: 240 * 1_048_576 },
} as const;
