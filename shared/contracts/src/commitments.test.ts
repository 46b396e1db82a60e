import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Schema } from 'yup';
import type { Endpoint } from './_kernel/endpoint';

const files = readdirSync(__dirname, { recursive: true }).map(String);
const isEndpoint = (one: unknown): one is Endpoint => typeof one === 'object' && one !== null && 'path' in one && 'output' in one;
const endpoints = files
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => Object.values(require(join(__dirname, file)) as object).filter(isEndpoint));

interface Described {
  fields?: Record<string, Described>;
  innerType?: Described;
}

/** Every object in a reply. */
function objectsOf({ fields, innerType }: Described): Record<string, Described>[] {
  const parts = Object.values(fields ?? {});
  return [...(fields ? [fields] : []), ...parts.flatMap(objectsOf), ...(innerType ? objectsOf(innerType) : [])];
}

/** One shift, which has its own hours or its own pay. */
const isShift = (fields: object) => ['totalShiftHours', 'paidHours', 'pay'].some((name) => name in fields);

it('each job that a guard reads has its rate with all its shifts, hours and pay', () => {
  const jobs = endpoints
    .filter(({ auth }) => auth !== 'staff')
    .flatMap(({ id, output }) => objectsOf((output as Schema).describe() as Described).map((fields) => ({ id, fields })))
    .filter(({ fields }) => 'jobId' in fields && 'hourlyRate' in fields && !isShift(fields));
  expect(new Set(jobs.map(({ id }) => id))).toContain('applications.mine');
  expect(jobs.filter(({ fields }) => !('commitment' in fields)).map(({ id }) => id)).toEqual([]);
});
