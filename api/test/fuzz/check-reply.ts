import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { replyMismatch } from '../../src/platform/http/parse-input';
import type { Route } from '../../src/platform/http/routes';
import type { FuzzCase } from './case';
import { refusedFields } from './inputs';
import type { ReceivedReply } from './wire';

export const WITHIN_MS = 5_000;
const LONGEST_MESSAGE = 300;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
/** Texts of the server's internals, and default texts of yup for a rule without a message. */
const leak =
  /final value was|cast from|\bat .*:\d+:\d+|(Type|Range|Syntax|Reference)Error|violates|relation "|syntax error|invalid input|node_modules/;

function envelopeDefect(status: number, body: unknown): string | null {
  if (!isRecord(body)) return 'the reply is no envelope';
  if (body.code !== status) return `code ${String(body.code)} in a reply of status ${status}`;
  if (typeof body.message !== 'string') return 'the envelope has no message';
  if (!('data' in body)) return 'the envelope has no data';
  if (body.errors !== undefined && !(isRecord(body.errors) && Object.values(body.errors).every(isText)))
    return 'errors are no texts by field';
  return null;
}

function refusalDefect(body: Record<string, unknown>): string | null {
  const words = [body.message, body.userMessage, ...Object.values(isRecord(body.errors) ? body.errors : {})];
  if (!words.every(isText)) return 'a refusal without words';
  if (words.some((text) => String(text).length > LONGEST_MESSAGE)) return 'a refusal of more than 300 characters';
  const leaked = words.find((text) => leak.test(String(text)));
  return leaked ? `a refusal in words that are not for people: ${String(leaked)}` : null;
}

/** Messages for values that are refused before a schema sees them. */
const tamed = ['This is not valid here.', 'This is nested too deeply.'];

/** Each field that the schema rejects must be marked, with the message of the schema if it has one. */
function fieldsDefect({ input: schema }: Endpoint, { input }: FuzzCase, body: Record<string, unknown>): string | null {
  if (input === undefined) return null;
  const wanted = refusedFields(schema, input);
  if (wanted === null || wanted === 'crash') return null;
  const marked = isRecord(body.errors) ? body.errors : {};
  // A field that is rejected before the schema is omitted from the input, so rules across fields then see less.
  if (Object.values(marked).some((words) => tamed.includes(String(words)))) return null;
  for (const [path, words] of Object.entries(wanted)) {
    if (!(path in marked)) return `the field ${path || '(all)'} is not marked`;
    if (!leak.test(words) && marked[path] !== words) return `${path} is marked "${String(marked[path])}" instead of "${words}"`;
  }
  return null;
}

/** Refused before the schema is checked: too large, or a content type or a path that is not served. */
const beforeTheSchema = [404, 413, 414, 415, 431];

function accepted(endpoint: Endpoint, one: FuzzCase, body: Record<string, unknown>): string | null {
  if (one.isRefused || one.isForeign === 'is refused') return 'was accepted';
  const refused = one.input === undefined ? null : refusedFields(endpoint.input, one.input);
  if (refused !== null && refused !== 'crash') return `was accepted against its schema: ${JSON.stringify(refused)}`;
  const defect = replyMismatch(endpoint.output, body.data);
  return defect && `the reply breaks its contract: ${defect}`;
}

function refused(endpoint: Endpoint, one: FuzzCase, status: number, body: Record<string, unknown>): string | null {
  if (one.status !== undefined && status !== one.status) return `was refused with ${status} instead of ${one.status}`;
  const wanted = one.input === undefined ? null : refusedFields(endpoint.input, one.input);
  const isWrong = wanted !== null && wanted !== 'crash';
  if (isWrong && one.status === undefined && status !== 400 && !beforeTheSchema.includes(status))
    return `was refused with ${status}, but its fields are wrong: ${JSON.stringify(wanted)}`;
  return refusalDefect(body) ?? (status === 400 ? fieldsDefect(endpoint, one, body) : null);
}

/** The defect of a reply, or null. */
export function checkReply({ kind, endpoint }: Route, one: FuzzCase, { status, type, body, ms }: ReceivedReply): string | null {
  if (status >= 500) return `status ${status}: ${body.toString().slice(0, 300)}`;
  if (ms > WITHIN_MS) return `took ${Math.round(ms)} ms`;
  if (kind === 'file' && status === 200) return one.isRefused || one.isForeign === 'is refused' ? 'was accepted' : null;
  if (!type.startsWith('application/json')) return `status ${status}, content type ${type || 'missing'}`;
  let envelope: unknown;
  try {
    envelope = JSON.parse(body.toString());
  } catch {
    return `status ${status}, a body that is no JSON: ${body.toString().slice(0, 100)}`;
  }
  const defect = envelopeDefect(status, envelope);
  if (defect || !isRecord(envelope)) return defect;
  return status < 300 ? accepted(endpoint, one, envelope) : refused(endpoint, one, status, envelope);
}

/** Tables that count tries; a refused call is counted, too. */
const counters = ['rate_limits', 'otp_codes', 'confirmation_codes', 'used_identity_proofs'];
/** Tables that a read writes: the last use of a session, the audit of staff, the last read of a calendar feed. */
const notesOfReads = ['sessions', 'staff_acts', 'calendar_feeds'];

/** The specification sends the onboarding's code again by a GET; it requires the basic credential, which no other site can send. */
const documentedWrite = 'onboarding.resend-otp';

/** The tables and files that a call wrongly changed: neither a refused call nor a read may change any. */
export function writeDefect(
  { id, method }: Pick<Endpoint, 'id' | 'method'>,
  isAccepted: boolean,
  changed: readonly string[],
): string | null {
  if (isAccepted && (method !== 'GET' || id === documentedWrite)) return null;
  const allowed = isAccepted ? [...counters, ...notesOfReads] : counters;
  const written = changed.filter((name) => !allowed.includes(name));
  if (written.length === 0) return null;
  return `${isAccepted ? 'is a GET' : 'was refused'}, but changed ${written.join(', ')}`;
}
