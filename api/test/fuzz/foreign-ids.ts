import { randomUUID } from 'node:crypto';
import type { SchemaDescription } from 'yup';
import type { FuzzCase, FuzzSubject } from './case';
import { spreadInput } from './cases';
import { fieldsOf } from './inputs';

/** An id, or the name of a stored file. */
const isId = (value: unknown): boolean =>
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$|^[\w-]{16,}\.\w{3,4}$/.test(String(Array.isArray(value) ? value[0] : value));

/** Keys that name the guard, not the guard's rows. */
const names = new Set(['guardId', 'userId', 'senderId']);

/** Ids of another guard that a call may name, by endpoint: the keys, and the reason. Each other id of another guard is refused. */
const forAll: Readonly<Record<string, readonly string[]>> = {
  // An approved guard may read any job, report it, and apply for it; only the token names the applicant.
  'applications.apply': ['userId', 'jobId', 'shiftId'],
  // Any guard whom it fits may accept or decline an offer.
  'covers.accept': ['offerId'],
  'covers.decline': ['offerId'],
  'jobs.detail': ['userId', 'jobId', 'shiftId'],
  'postings.report': ['jobId'],
  // The replies are the guard's own leave and reports of that job, and the guard's own shift: none here.
  'leave.list': ['jobId'],
  'postings.reports': ['jobId'],
  'shifts.current': ['shiftId'],
};

const takesStored = ({ meta }: SchemaDescription): boolean => (meta as { upload?: string } | undefined)?.upload === 'new or stored';

const nobodys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(nobodys);
  return String(value).includes('.') ? `${randomUUID()}.png` : randomUUID();
};

/** The valid input with ids of another guard of the same kind: one at a time, all ids of rows, and all. */
export function* foreignCases(subject: FuzzSubject): Generator<FuzzCase> {
  const { endpoint, right, theirs } = subject;
  if (endpoint.auth === 'staff') return;
  const [file] = theirs.known.filename ?? [];
  const takesFiles = Object.entries(fieldsOf(endpoint.input)).flatMap(([key, field]) => {
    const inner = (field as { innerType?: SchemaDescription }).innerType;
    if (takesStored(field)) return [[key, file] as const];
    return inner && takesStored(inner) ? [[key, [file]] as const] : [];
  });
  const swapped = Object.keys(fieldsOf(endpoint.input)).flatMap((key) => {
    const [stranger] = theirs.known[key] ?? [];
    return key in right && isId(right[key]) && isId(stranger) && String(stranger) !== String(right[key]) ? [[key, stranger] as const] : [];
  });
  const open = forAll[endpoint.id] ?? [];
  const owned = swapped.filter(([key]) => !names.has(key));
  const sets = [
    ...[...swapped, ...takesFiles].map((one) => [one]),
    ...(swapped.length > 1 ? [swapped] : []),
    ...(owned.length > 1 && owned.length < swapped.length ? [owned] : []),
  ];
  for (const set of sets) {
    const keys = set.map(([key]) => key);
    yield {
      name: `another guard's ${keys.join(', ')}`,
      ...spreadInput(subject, { ...right, ...Object.fromEntries(set) }),
      unknown: spreadInput(subject, { ...right, ...Object.fromEntries(set.map(([key, stranger]) => [key, nobodys(stranger)])) }).sent,
      isForeign: keys.every((key) => open.includes(key)) ? 'may be' : 'is refused',
    };
  }
}
