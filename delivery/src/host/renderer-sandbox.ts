import { RENDERER, RENDERER_GLOBALS } from '@portal/mf-kit/renderer';

/** The data of the thread: the module's script and its name in errors. */
export interface SandboxData {
  code: string;
  filename: string;
  name: string;
  given: readonly string[];
}

/** One render request and its reply. Pages travel as JSON, so that no object is shared between the realms. */
export interface RenderRequest {
  id: number;
  path: string;
  input: string;
}
export type RenderReply = { id: number; made: string } | { id: number; error: string };

export const sandboxData = (code: string, filename: string): SandboxData => ({ code, filename, name: RENDERER, given: RENDERER_GLOBALS });

/**
 * The thread that runs one module's renderer, as source text because it runs without a loader. The script gets a new realm with the given
 * globals only, and cannot compile strings. Objects given to it give access to the thread's realm. So that realm is also stripped of
 * process, require and network before the script runs.
 */
export const SANDBOX = `'use strict';
{
  const { parentPort, workerData: { code, filename, name, given } } = require('node:worker_threads');
  const vm = require('node:vm');
  const language = vm.runInNewContext('Reflect.ownKeys(globalThis)');
  const globals = Object.fromEntries(given.map((one) => [one, globalThis[one]]));
  for (const key of Reflect.ownKeys(globalThis))
    if (!language.includes(key) && !given.includes(key) && !Reflect.deleteProperty(globalThis, key)) throw new Error('left: ' + String(key));
  const place = vm.createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  const json = vm.runInContext('JSON', place);
  const words = (error) => {
    try {
      return String((error && error.message) || error).slice(0, 300);
    } catch {
      return 'it failed without words';
    }
  };
  new vm.Script(code, { filename }).runInContext(place);
  const { prerender } = vm.runInContext(name, place);
  parentPort.on('message', async ({ id, path, input }) => {
    try {
      const made = json.stringify(await prerender(path, json.parse(input)));
      parentPort.postMessage({ id, made: String(made) });
    } catch (error) {
      parentPort.postMessage({ id, error: words(error) });
    }
  });
  parentPort.postMessage({ id: 0, made: '' });
}`;
