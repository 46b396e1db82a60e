import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run-command';

run(process.argv.slice(2), { settings: process.env, write: (text) => void process.stdout.write(text), pause }).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
