import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant, nothing, optionalNumber, pageOf } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { type DataCategory, deletionInput, type LocationKind, locationReasons, privacyMessages } from './privacy.rules';

/** The number of stored rows of each category, in the order of `dataCategories`. Omits a category that this client does not know. */
export const countStoredData = endpoint({
  id: 'privacy.held',
  method: 'GET',
  path: '/guards/privacy',
  auth: 'bearer',
  input: nothing(),
  output: object({ categories: array(object({ id: string<DataCategory>().required(), count: number().required() })).required() }),
});

const location = object({
  kind: string<LocationKind>()
    .oneOf(Object.keys(locationReasons) as LocationKind[])
    .required(),
  at: instant().required(),
  jobTitle: string().required(),
  lat: number().required(),
  long: number().required(),
  /** The nearest place of Ontario; null far away from all. */
  place: string().nullable(),
  /** Metres, as the phone reported. */
  accuracy: number().nullable().defined(),
});
export type ReadLocation = InferType<typeof location>;

/** Every stored location of the guard, latest first. */
export const readLocations = endpoint({
  id: 'privacy.locations',
  method: 'GET',
  path: '/guards/privacy/locations',
  auth: 'bearer',
  input: object({ page: optionalNumber().integer('Must be a whole number').min(1, 'Pages start at 1').max(100_000, 'Too far') }),
  output: pageOf<ReadLocation>(location),
});

const exported = object({
  id: string().required(),
  state: string<'waiting' | 'working' | 'done' | 'failed'>().required(),
  /** 0 to 100. */
  progress: number().required(),
  askedAt: instant().required(),
  /** The size of a finished copy. */
  bytes: number().nullable().defined(),
  /** The end of the download period. */
  expiresAt: instant().nullable().defined(),
  /** For a finished copy: until this instant, a new request replies with the same copy. */
  newFrom: instant().nullable(),
  /** The token for the download, together with the guard's own session, until `expiresAt`. */
  token: string().nullable().defined(),
});
export type ExportState = InferType<typeof exported>;
/** `copy`: the guard's latest copy; null if there is none or it has expired. */
const latestExport = object({ copy: exported.nullable().defined().default(null) });

export const exportState = endpoint({
  id: 'privacy.export-state',
  method: 'GET',
  path: '/guards/privacy/export',
  auth: 'bearer',
  input: nothing(),
  output: latestExport,
});

/** Requests a copy of all stored data. Repeated requests reply with the copy in progress, or with a recently finished one. */
export const requestExport = endpoint({
  id: 'privacy.export',
  method: 'POST',
  path: '/guards/privacy/export',
  auth: 'bearer',
  input: nothing(),
  output: latestExport,
  ok: privacyMessages.exportAsked,
});

/** Replies with the ZIP. 404: another guard, a wrong token, or an expired copy. */
export const downloadExport = endpoint({
  id: 'privacy.download',
  method: 'GET',
  path: '/guards/privacy/export/:id',
  auth: 'bearer',
  input: object({ id: id().required(), token: string().required('The link is not complete').max(200, 'The link is not complete') }),
  output: anything(),
});

export const deletion = object({ askedAt: instant().required(), takeBackUntil: instant().required() });
const openDeletion = object({ request: deletion.nullable().defined().default(null) });

export const deletionState = endpoint({
  id: 'privacy.deletion',
  method: 'GET',
  path: '/guards/privacy/deletion',
  auth: 'bearer',
  input: nothing(),
  output: openDeletion,
});

/** Requests the deletion of the account. A repeated call changes nothing. */
export const requestDeletion = endpoint({
  id: 'privacy.ask-deletion',
  method: 'POST',
  path: '/guards/privacy/deletion',
  auth: 'bearer',
  confirmed: true,
  input: deletionInput,
  output: openDeletion,
  ok: privacyMessages.deletionAsked,
});

/** Cancels the request. 409: there is none. */
export const cancelDeletion = endpoint({
  id: 'privacy.take-back-deletion',
  method: 'DELETE',
  path: '/guards/privacy/deletion',
  auth: 'bearer',
  input: nothing(),
  output: openDeletion,
  ok: privacyMessages.deletionTakenBack,
});
