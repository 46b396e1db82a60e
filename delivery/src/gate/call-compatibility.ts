import type { CallShape } from '@portal/contracts/_kernel/calls';
import { type Auth, pathKeys } from '@portal/contracts/_kernel/endpoint';
import type { JsonSchema } from '@portal/contracts/_kernel/json-schema';

/** Both sides name the keys of a path independently, so only their positions are compared. */
const places = (path: string) => path.replace(/:\w+/g, ':');

/** The input schema, with path keys renamed as in the API. */
function inWordsOf(served: CallShape, made: CallShape): JsonSchema {
  const theirs = pathKeys(served.path);
  const names = new Map(pathKeys(made.path).map((key, place) => [key, theirs[place] ?? key]));
  const renamed = (key: string) => names.get(key) ?? key;
  const { properties = {}, required, ...rest } = made.input;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([key, field]) => [renamed(key), field])),
    ...(required && { required: required.map(renamed) }),
  };
}

/** Credentials with a guard's token; each has stricter requirements than the previous one. */
const TOKENS: readonly Auth[] = ['bearer', 'held', 'approved'];

/** Whether a call with the credential of `made` is accepted where `served` is required. */
function isLetIn(made: Auth, served: Auth): boolean {
  if (made === served || served === 'open') return true;
  return TOKENS.includes(made) && TOKENS.includes(served) && TOKENS.indexOf(served) < TOKENS.indexOf(made);
}

const at = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);
const requires = (schema: JsonSchema, key: string) => schema.required?.includes(key) === true;
const isUnknown = ({ type }: JsonSchema) => type === undefined;
/** Every integer is a number. */
const isTaken = (from: JsonSchema, to: JsonSchema) => from.type === to.type || (from.type === 'integer' && to.type === 'number');
const more = (from: JsonSchema, to: JsonSchema): unknown[] =>
  to.enum === undefined ? [] : (from.enum ?? ['any value']).filter((one) => !to.enum?.includes(one));

const LIMITS = [
  ['minLength', 1],
  ['minimum', 1],
  ['maxLength', -1],
  ['maximum', -1],
] as const;

/** Values that one side sends and the other rejects: another type, null, or not among its choices. */
function typeMismatches(path: string, from: JsonSchema, to: JsonSchema, [gives, takes]: readonly [string, string]): string[] {
  const name = path || 'it';
  if (!isTaken(from, to)) return [`${name} is ${from.type} where ${gives}, ${to.type} where ${takes}`];
  const problems: string[] = [];
  if (from.nullable && !to.nullable) problems.push(`${name} may be null where ${gives}, not where ${takes}`);
  const values = more(from, to);
  if (values.length > 0) problems.push(`${name} may be ${values.join(', ')} where ${gives}, not where ${takes}`);
  return problems;
}

const SENT = ['it is sent', 'the API takes it'] as const;
/** Input that a release sends and the API would reject or ignore. */
function inputProblems(path: string, sent: JsonSchema, taken: JsonSchema): string[] {
  if (isUnknown(sent) || isUnknown(taken)) return [];
  const problems = typeMismatches(path, sent, taken, SENT);
  for (const [limit, sign] of LIMITS) {
    const [own, theirs] = [sent[limit], taken[limit]];
    if (theirs !== undefined && (own === undefined || own * sign < theirs * sign))
      problems.push(`${path || 'it'} has the ${limit} ${theirs} at the API, ${own ?? 'none'} where it is sent`);
  }
  const [own, theirs] = [sent.properties ?? {}, taken.properties ?? {}];
  for (const [key, field] of Object.entries(theirs)) {
    const given = own[key];
    const isNeeded = requires(taken, key) && field.default === undefined;
    if (isNeeded && (!given || !requires(sent, key))) problems.push(`the API wants ${at(path, key)}, which is not always sent`);
    if (given) problems.push(...inputProblems(at(path, key), given, field));
  }
  for (const key of Object.keys(own))
    if (!theirs[key] && requires(sent, key)) problems.push(`the API does not know ${at(path, key)}: its value would be lost`);
  if (sent.items && taken.items) problems.push(...inputProblems(`${path}[]`, sent.items, taken.items));
  return problems;
}

const READ = ['the API gives it', 'it is read'] as const;
/** Output that a release reads and the API would not send. */
function outputProblems(path: string, read: JsonSchema, given: JsonSchema): string[] {
  if (isUnknown(read)) return [];
  if (isUnknown(given)) return [`${path || 'the answer'} is no longer described by the API`];
  const problems = typeMismatches(path, given, read, READ);
  for (const [key, field] of Object.entries(read.properties ?? {})) {
    const theirs = given.properties?.[key];
    if (requires(read, key) && (!theirs || !requires(given, key))) problems.push(`${at(path, key)} is read, and not always given`);
    if (theirs) problems.push(...outputProblems(at(path, key), field, theirs));
  }
  if (read.items && given.items) problems.push(...outputProblems(`${path}[]`, read.items, given.items));
  return problems;
}

/** Why a call of a release does not fit the served one; empty if it does. Additional fields of either side are no reason. */
export function callProblems(made: CallShape, served: CallShape): string[] {
  if (made.method !== served.method || places(made.path) !== places(served.path))
    return [`it is ${made.method} ${made.path}, the API serves ${served.method} ${served.path}`];
  const problems = isLetIn(made.auth, served.auth) ? [] : [`it is made as ${made.auth}, the API asks for ${served.auth}`];
  if ((made.body ?? 'json') !== (served.body ?? 'json'))
    problems.push(`it is sent as ${made.body ?? 'json'}, the API takes ${served.body ?? 'json'}`);
  return [...problems, ...inputProblems('', inWordsOf(served, made), served.input), ...outputProblems('', made.output, served.output)];
}
