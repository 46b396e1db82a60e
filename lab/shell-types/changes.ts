import type { StoredTypes } from '@portal/mf-kit/storedTypes';
import { parseSync, type TsFunctionType, type TsInterfaceDeclaration, type TsPropertySignature, type TsType } from '@swc/core';

/** A change of the types of a shell. */
export interface Change {
  title: string;
  types: StoredTypes;
}

/** Whether a module's sources mention a member: `receiver` is the pattern of the object before it, if its name alone is ambiguous. */
export type Mentions = (member: string, receiver?: string) => boolean;

/** Direction of the values: `out` from the shell to a module, `in` from a module to the shell. */
interface Shape {
  file: string;
  flow: 'out' | 'in' | 'both';
  /** The object before a member in a module's sources. Missing: each module uses all members of it, by mf-kit. */
  receiver?: string;
  /** The call that takes it. */
  takenBy?: string;
}
const portal = 'mf-kit/portal.d.ts';
const shapes: Record<string, Shape> = {
  Portal: { file: portal, flow: 'out', receiver: '(?:portal|usePortal\\(\\))\\??\\.' },
  PortalSession: { file: portal, flow: 'out', receiver: 'session\\??\\.' },
  Outbox: { file: portal, flow: 'out', receiver: 'outbox\\??\\.' },
  ServerClock: { file: portal, flow: 'out', receiver: 'clock\\??\\.' },
  Live: { file: portal, flow: 'out', receiver: 'portal\\.live\\??\\.' },
  PortalConfig: { file: portal, flow: 'out', receiver: 'config\\??\\.' },
  WriteEntry: { file: portal, flow: 'out', receiver: '(?:entry|act)\\??\\.' },
  Failure: { file: portal, flow: 'out', receiver: '(?:error|failure)\\??\\.' },
  RememberedJob: { file: portal, flow: 'both', takenBy: 'rememberedJob' },
  Question: { file: portal, flow: 'in', takenBy: 'confirm' },
  DurableWrite: { file: portal, flow: 'in' },
  WriteOptions: { file: portal, flow: 'in' },
  RemoteProps: { file: 'mf-kit/remote.d.ts', flow: 'out', receiver: 'props\\??\\.' },
  ScreenFailure: { file: 'mf-kit/remote.d.ts', flow: 'in' },
  RemoteLifecycles: { file: 'mf-kit/remote.d.ts', flow: 'in' },
  Endpoint: { file: 'contracts/_kernel/endpoint.d.ts', flow: 'in' },
};
/** Optional for a caller, and each of its calls may give them all. */
const MAY_BE_ALWAYS_GIVEN = ['Question'];
/** Members of the shell's entries too, so their values go both ways. */
const GOES_BOTH_WAYS = ['what', 'isQuiet'];
const GUARD = 'contracts/_kernel/guard.d.ts';

interface Part {
  start: number;
  end: number;
}
interface Declared {
  name: string;
  key: Part;
  member: string;
  shape: Shape;
  signature: TsPropertySignature;
  type: TsType;
}
/** A file of declarations, with its places as the parser counts them: bytes from the first one. */
interface Parsed {
  text: string;
  source(part: Part): string;
  with(part: Part, text: string): string;
  interfaces: TsInterfaceDeclaration[];
}

function parse(text: string): Parsed {
  const { span, body } = parseSync(text, { syntax: 'typescript' });
  const bytes = Buffer.from(text);
  const cut = (from: number, to?: number) => bytes.subarray(from, to).toString();
  return {
    text,
    source: ({ start, end }) => cut(start - span.start, end - span.start),
    with: ({ start, end }, instead) => cut(0, start - span.start) + instead + cut(end - span.start),
    interfaces: body.flatMap((one) =>
      one.type === 'ExportDeclaration' && one.declaration.type === 'TsInterfaceDeclaration' ? [one.declaration] : [],
    ),
  };
}

/** Every member of the portal context with its file. */
function* membersOf(types: StoredTypes): Generator<Declared & { parsed: Parsed }> {
  for (const file of new Set(Object.values(shapes).map((shape) => shape.file))) {
    const parsed = parse(types[file] ?? '');
    for (const { id, body } of parsed.interfaces) {
      const shape = shapes[id.value];
      if (shape?.file !== file) continue;
      for (const signature of body.body)
        if (signature.type === 'TsPropertySignature' && signature.key.type === 'Identifier' && signature.typeAnnotation)
          yield {
            name: id.value,
            key: signature.key.span,
            member: signature.key.value,
            shape,
            signature,
            type: signature.typeAnnotation.typeAnnotation,
            parsed,
          };
    }
  }
}

const isUsed = ({ member, shape: { receiver, takenBy } }: Declared, mentions: Mentions): boolean =>
  takenBy !== undefined ? mentions(takenBy) : receiver === undefined || mentions(member, receiver);

const isNothing = (type: string) => /^(void|Promise<void>|Promise<unknown>)$/.test(type);
const mayBeNull = (type: string) => /\bnull\b|\bunknown\b/.test(type);
const withNull = (type: string) =>
  type.startsWith('Promise<') ? `${type.slice(0, -1)} | null>` : type.startsWith('(') ? `(${type}) | null` : `${type} | null`;
const another = (type: string) => (type === 'number' ? 'string' : 'number');
const requiredNew = 'addedInTheShell: string';

type Edit = readonly [title: string, part: Part, text: string];

function* changedParameters({ source }: Parsed, { params }: TsFunctionType): Generator<Edit> {
  for (const param of params) {
    const given = 'typeAnnotation' in param ? param.typeAnnotation?.typeAnnotation : undefined;
    // A function of a module that takes everything also takes another type.
    if (param.type === 'Identifier' && given && source(given.span) !== 'unknown')
      yield [`another type of the parameter ${param.value}`, given.span, another(source(given.span))];
  }
}

/** A required parameter cannot follow an optional one. */
const takesMore = ({ params }: TsFunctionType) => !params.some((param) => param.type === 'Identifier' && param.optional);
function oneMoreParameter({ source }: Parsed, { span, params, typeAnnotation }: TsFunctionType): Edit {
  const place = { start: span.start, end: typeAnnotation.span.start };
  const list = source(place).replace(/\)\s*(=>)?\s*$/, '');
  const arrow = source({ start: typeAnnotation.span.start, end: span.end }).startsWith('=>') ? '' : '=> ';
  return ['one more required parameter', place, `${list}${params.length > 0 ? ', ' : ''}more: { added: true }) ${arrow}`];
}

function* breaksOf({ parsed, ...declared }: Declared & { parsed: Parsed }): Generator<Edit> {
  const { name, key, member, shape, signature, type } = declared;
  const { source } = parsed;
  const { span, optional: isOptional } = signature;
  const text = source(type.span);
  const isOut = shape.flow !== 'in';
  if (isOut && !isOptional) {
    yield ['removed', span, ''];
    yield ['renamed', key, `${member}Renamed`];
  }
  if (type.type === 'TsFunctionType') {
    yield* changedParameters(parsed, type);
    if (isOut && takesMore(type)) yield oneMoreParameter(parsed, type);
    const result = type.typeAnnotation.typeAnnotation;
    const given = source(result.span);
    if (isOut && !isNothing(given) && !mayBeNull(given)) yield ['a result that may be null', result.span, withNull(given)];
    return;
  }
  if (text !== 'unknown') yield ['another type', type.span, text === 'string' ? 'number' : '{ changed: true }'];
  // A module that expects no value often expects null with the same check.
  if (isOut && !isOptional && !mayBeNull(text)) yield ['may be null', type.span, withNull(text)];
  // A remote may read a remembered job only in part.
  if (shape.flow === 'out' && !isOptional) yield ['became optional', { start: key.end, end: key.end }, '?'];
  if (!isOut && isOptional && !MAY_BE_ALWAYS_GIVEN.includes(name))
    yield ['became required', { start: span.start, end: type.span.start }, `${member}: `];
}

const changed = (types: StoredTypes, file: string, text: string): StoredTypes => ({ ...types, [file]: text });

/** Replaces each occurrence of a field in the shape of a guard, which the login reply repeats. */
const guardWith = (types: StoredTypes, field: string, instead: string): StoredTypes =>
  changed(types, GUARD, (types[GUARD] ?? '').replace(new RegExp(`^(\\s+)${field}: (?!undefined).*$`, 'gm'), `$1${instead}`));

/** All changes that break a module which mentions the changed member. */
export function breakingChanges(types: StoredTypes, mentions: Mentions): Change[] {
  const changes: Change[] = [];
  for (const found of membersOf(types)) {
    if (!isUsed(found, mentions)) continue;
    for (const [how, part, text] of breaksOf(found))
      changes.push({
        title: `${found.name}.${found.member}: ${how}`,
        types: changed(types, found.shape.file, found.parsed.with(part, text)),
      });
  }
  for (const [name, { file, flow, takenBy }] of Object.entries(shapes)) {
    const found = parse(types[file] ?? '');
    const body = found.interfaces.find(({ id }) => id.value === name)?.body;
    if (flow !== 'in' || !body || (takenBy !== undefined && !mentions(takenBy))) continue;
    const place = { start: body.span.start + 1, end: body.span.start + 1 };
    changes.push({ title: `${name}: one more required member`, types: changed(types, file, found.with(place, `\n    ${requiredNew};`)) });
  }
  for (const field of ['id', 'firstName', 'lastName', 'email', 'mobileNumber', 'status'].filter((one) => mentions(one, 'guard\\??\\.'))) {
    const type = field === 'status' ? 'number' : 'string';
    for (const [how, instead] of [
      ['renamed', `${field}Renamed: ${type};`],
      ['removed', ''],
      ['another type', `${field}: ${another(type)};`],
      ['may be null', `${field}: ${type} | null;`],
      ['became optional', `${field}?: ${type};`],
    ] as const)
      changes.push({ title: `Guard.${field}: ${how}`, types: guardWith(types, field, instead) });
  }
  for (const [alias, from, to] of [
    ["ToastKind without 'success'", "'success' | ", ''],
    ["WriteState with 'paused'", "export type WriteState = 'on device'", "export type WriteState = 'paused' | 'on device'"],
    ["LiveState with 'slow'", "export type LiveState = 'connected'", "export type LiveState = 'slow' | 'connected'"],
  ] as const)
    if (alias !== "ToastKind without 'success'" || mentions("toast\\('success'"))
      changes.push({ title: alias, types: changed(types, portal, (types[portal] ?? '').replace(from, to)) });
  return changes.filter(({ types: one }) => JSON.stringify(one) !== JSON.stringify(types));
}

function* widenings({ source }: Parsed, { params, typeAnnotation }: TsFunctionType): Generator<Edit> {
  for (const param of params) {
    const given = 'typeAnnotation' in param ? param.typeAnnotation?.typeAnnotation : undefined;
    if (param.type !== 'Identifier' || !given) continue;
    const text = source(given.span);
    yield [`a wider type of the parameter ${param.value}`, given.span, text.includes('=>') ? `(${text}) | symbol` : `${text} | symbol`];
  }
  const result = typeAnnotation.typeAnnotation;
  const text = source(result.span);
  if (/ \| null$/.test(text)) yield ['a result that is never null', result.span, text.replace(/ \| null$/, '')];
  if (isNothing(text)) yield ['a result instead of none', result.span, text.startsWith('Promise') ? 'Promise<string>' : 'string'];
}

/** All changes that break no module, or only modules that mention another member. */
export function harmlessChanges(types: StoredTypes, mentions: Mentions): Change[] {
  const changes: Change[] = [];
  const add = (file: string, title: string, text: string) => changes.push({ title, types: changed(types, file, text) });
  for (const { parsed, ...found } of membersOf(types)) {
    const { name, key, member, shape, signature, type } = found;
    const say = (how: string, part: Part, text: string) => add(shape.file, `${name}.${member}: ${how}`, parsed.with(part, text));
    if (shape.flow === 'out' && type.type === 'TsFunctionType')
      for (const [how, part, text] of widenings(parsed, type)) say(how, part, text);
    if (shape.flow === 'in' && type.type === 'TsFunctionType' && takesMore(type)) say(...oneMoreParameter(parsed, type));
    if (shape.flow === 'out' && signature.optional)
      say('became required', { start: signature.span.start, end: type.span.start }, `${member}: `);
    if (name === 'DurableWrite' && GOES_BOTH_WAYS.includes(member)) continue;
    if (shape.flow === 'in' && type.type !== 'TsFunctionType' && parsed.source(type.span) !== 'unknown')
      say('a wider type', type.span, `${parsed.source(type.span)} | symbol`);
    if (shape.flow === 'in' && !signature.optional && name !== 'RemoteLifecycles')
      say('became optional', { start: key.end, end: key.end }, '?');
    if (shape.flow === 'out' && !signature.optional && !mentions(member)) say('removed, unused', signature.span, '');
  }
  for (const [name, { file, flow }] of Object.entries(shapes)) {
    const found = parse(types[file] ?? '');
    const body = found.interfaces.find(({ id }) => id.value === name)?.body;
    if (!body) continue;
    const place = { start: body.span.start + 1, end: body.span.start + 1 };
    add(file, `${name}: a comment`, found.with(place, '/** Another comment. */'));
    add(file, `${name}: one more optional member`, found.with(place, '\n    addedInTheShell?: string;'));
    if (flow === 'out') add(file, `${name}: one more member`, found.with(place, `\n    ${requiredNew};`));
    add(file, `${file}: one more export beside ${name}`, `${found.text}\nexport interface ${name}Next { added: true; }\n`);
  }
  return changes;
}
