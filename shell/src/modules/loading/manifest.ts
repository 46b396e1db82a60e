import { FileError } from '@portal/mf-kit/loadFailure';
import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import { readAtMost } from '@portal/mf-kit/readAtMost';
import { folderOf } from '../../registry/moduleRegistry';
import type { ScriptPolicy } from './scriptPolicy';

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** The hash of a module.json in the form of the registry's `integrity`. */
export const integrityOf = async (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> =>
  `sha384-${base64(await crypto.subtle.digest('SHA-384', bytes))}`;

/** Fetches a version's module.json. Rejects if its SHA-384 is not the hash in the registry. */
export async function fetchManifest(
  name: string,
  target: ModuleVersion,
  sources: ScriptPolicy,
  timeoutMs: number,
): Promise<ModuleManifest> {
  const url = sources.retryUrl(`${folderOf(name, target)}module.json`);
  const fail = ({ message }: Error): never => {
    throw new FileError(message, url);
  };
  const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(fail);
  if (!reply.ok) throw new FileError(`${url} answered ${reply.status}`, url);
  const bytes = await readAtMost(reply).catch(fail);
  if ((await integrityOf(bytes)) !== target.integrity) throw new FileError(`${url} is not the file that the registry lists`, url);
  return JSON.parse(new TextDecoder().decode(bytes)) as ModuleManifest;
}
