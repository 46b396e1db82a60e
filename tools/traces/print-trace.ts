import { parseArgs } from 'node:util';
import { readSpans, type StoredSpan } from '@portal/tracing/spanFile';

const USAGE = 'npm run trace:last [-- REFERENCE]: the reference has 12 digits, 0 to 9 and a to f; a trace has 32';
/** The arguments name no reference. */
export class WrongInput extends Error {}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `mf-jobs@1.2.0 (squad-jobs)`: the module that made the call, and its owner. */
function callerOf({ attributes }: StoredSpan): string {
  const [module, version, owner] = ['module', 'version', 'owner'].map((key) => text(attributes[`portal.${key}`]));
  return module && version ? `  ${module}@${version}${owner && ` (${owner})`}` : '';
}

function lineOf(span: StoredSpan): string {
  const { attributes, service, name, ms, isError } = span;
  const status = attributes['http.response.status_code'];
  const reference = text(attributes['portal.reference']);
  const sql = text(attributes['db.query.text']).replace(/\s+/g, ' ').trim();
  const facts = [
    ...(typeof status === 'number' ? [`status ${status}`] : []),
    ...(isError ? [`failed ${text(attributes['error.type'])}`.trim()] : []),
    ...(reference ? [`reference ${reference}`] : []),
  ];
  return `${service} ${name}  ${ms.toFixed(1)} ms${facts.map((fact) => `  ${fact}`).join('')}${callerOf(span)}${sql && `  ${sql}`}`;
}

/** The lines of a trace, each span below its parent. A span without its parent, which is not stored, is on the first level. */
export function treeLines(spans: readonly StoredSpan[]): string[] {
  const all = [...new Map(spans.map((span) => [span.spanId, span])).values()].sort((a, b) => a.start - b.start);
  const known = new Set(all.map(({ spanId }) => spanId));
  const linesOf = (span: StoredSpan, indent: string): string[] => [
    indent + lineOf(span),
    ...all.filter(({ parentId }) => parentId === span.spanId).flatMap((child) => linesOf(child, `${indent}  `)),
  ];
  const roots = all.filter(({ parentId }) => parentId === null || !known.has(parentId));
  const [first] = all;
  if (!first) return [];
  const ms = Math.max(...all.map((span) => span.start + span.ms)) - first.start;
  return [
    `trace ${first.traceId}  ${new Date(first.start).toISOString()}  ${ms.toFixed(1)} ms`,
    ...roots.flatMap((root) => linesOf(root, '  ')),
  ];
}

/** The trace of a reference, of a trace id, or the newest one. */
export function findTrace(spans: readonly StoredSpan[], wanted: string | undefined): readonly StoredSpan[] {
  const newest = [...spans].sort((a, b) => b.start - a.start);
  const found = newest.find(
    ({ traceId, attributes }) => wanted === undefined || [traceId, attributes['portal.reference']].includes(wanted),
  );
  return spans.filter(({ traceId }) => traceId === found?.traceId);
}

/** A guard reads the reference out, so spaces and capitals do not matter. */
function referenceOf(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const reference = words.join('').toLowerCase();
  if (!/^([0-9a-f]{12}|[0-9a-f]{32})$/.test(reference)) throw new WrongInput(USAGE);
  return reference;
}

function givenWords(args: string[]): string[] {
  try {
    return parseArgs({ args, allowPositionals: true }).positionals;
  } catch {
    throw new WrongInput(USAGE);
  }
}

/** Prints a trace. Returns the exit code. */
export async function printTrace(args: string[], folder: string, print: (line: string) => void): Promise<number> {
  const wanted = referenceOf(givenWords(args));
  const spans = await readSpans(folder);
  if (spans.length === 0) {
    print(`${folder} has no traces: start API and portal host with PORTAL_TRACES=on, as npm start does for a demonstration.`);
    return 1;
  }
  const lines = treeLines(findTrace(spans, wanted));
  if (lines.length > 0) for (const line of lines) print(line);
  else print(`No stored trace has ${wanted}. Only the newest are stored: search the log of the API, see docs/runbook/calls-fail.md.`);
  return lines.length > 0 ? 0 : 1;
}
