/** Limits that several domains share; a domain's own stand in its rules. Lengths in characters, sizes in bytes, times in ms. */
export const limits = {
  minimumAge: 18, // SHARED-01
  password: { min: 8 }, // SHARED-02
  email: 180, // SHARED-03
  name: { min: 2, max: 64 }, // SHARED-04
  mobileDigits: 10, // SHARED-05
  licenceDigits: { min: 6, max: 10 }, // SHARED-06
  imageBytes: 2_097_152, // SHARED-07
  /** Of one call's files together: 69 pictures that were made small for a list (`upload.ts`). */
  uploadBytes: 46 * 1024 * 1024,
  /** Pages of a PDF. */
  paperPages: 20,
  /** Of a recording: what it weighs, and how long it plays. */
  audioBytes: 10_485_760,
  audioSeconds: 600,
  identityNumber: 15, // REG-30
  employer: 160, // REG-37, REG-38
  identityRows: 10,
  employmentRows: 20,
  pageSize: 10,
  pageLinks: 5, // SHARED-27
  exactTotal: 1000,
  bannerMs: 5000, // SHARED-15
  kilometres: 75,
  /** Characters of what a visitor writes into a public form; the phone's are PUBLIC-CONTACT-13. */
  visitor: { name: 120, phone: 10, text: 4000 },
  /** Bytes of the files that a device keeps until they are sent: of one write, and of all of them. */
  kept: { write: 80 * 1_048_576, device: 240 * 1_048_576 },
} as const;
