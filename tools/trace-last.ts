// `npm run trace:last -- REFERENCE`: prints the trace of the call with the reference that a guard reads in an error message, from the tap to the SQL.
// Without a reference: the newest trace. The 32 digits of a `traceparent` in a log line name a trace, too.
import { join, resolve } from 'node:path';
import { traceFolder } from '@portal/settings/traces';
import { say } from './say.mjs';
import { printTrace, WrongInput } from './traces/print-trace';

const data = resolve(process.env.PORTAL_DATA || join(import.meta.dirname, '../.data'));
process.exitCode = await printTrace(process.argv.slice(2), traceFolder(data), say).catch((error: Error) => {
  process.stderr.write(`trace:last: ${error.message}\n`);
  return error instanceof WrongInput ? 2 : 1;
});
