import type { ModuleManifest } from '@portal/mf-kit/module';
import { DamagedVersion, loadMember } from '../src/gate/gate';
import { openRenderers } from '../src/host/page-renderers';
import { moduleEntry } from '../src/registry/next-registry';
import { readRegistry } from '../src/registry/update-registry';
import { withCompressedCopies } from '../src/store/compress';
import { readManifest, type Store } from '../src/store/store';
import type { newContext } from './fixtures';
import { startTestHost } from './test-host';

const MARK = 'tampered-with';

/** One file of a version, and whether the host served its replacement; `passed` is empty if it did not. */
export interface TamperResult {
  name: string;
  file: string;
  passed: string[];
}

/** Replaces a file so that it still parses and its compressed copies match. */
function changed(file: string, bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  if (!file.endsWith('.json')) return Buffer.from(`${text}/* ${MARK} */`, 'latin1');
  const html = text.replace(/"html":\s*"/, `$&${MARK}`);
  return Buffer.from(html === text ? text.replace('{', `{"${MARK}":{},`) : html, 'latin1');
}

function tampering(store: Store, name: string, version: string, file: string): Store {
  return {
    ...store,
    async read(ofName, ofVersion, ofFile, encoding) {
      const bytes = await store.read(ofName, ofVersion, ofFile, encoding);
      if (!bytes || ofName !== name || ofVersion !== version || ofFile !== file) return bytes;
      const plain = changed(file, (await store.read(name, version, file)) ?? bytes);
      if (!encoding) return plain;
      const packed = new Map(await withCompressedCopies(file, plain));
      return packed.get(`${file}.${encoding === 'br' ? 'br' : 'gz'}`) ?? bytes;
    },
  };
}

/** The path of the first page that uses the file. */
function pageWith({ preload, prerendered, entry, files }: ModuleManifest, file: string): string {
  const patterns = [...Object.entries(prerendered).filter(([, made]) => made === file), ...Object.entries(preload)];
  const isInAll = file === entry || file === 'module.json';
  const holds = ([pattern, held]: [string, string | string[]]) =>
    !/[:*]/.test(pattern) && (held === file || held.includes(file) || isInAll);
  return ((isInAll || files[file]) && patterns.find(holds)?.[0]) || '/';
}

/** Whether a page requests a file of a version. */
const asksFor = (body: string, { name, version }: ModuleManifest) => body.includes(`/modules/${name}/${version}/`);

async function tamper(context: ReturnType<typeof newContext>, manifest: ModuleManifest, file: string): Promise<TamperResult> {
  const { name, version } = manifest;
  const store = tampering(context.store, name, version, file);
  const passed: string[] = [];
  // The API does not answer, because its content is irrelevant here.
  const host = await startTestHost(9, undefined, { context: { ...context, store } });
  try {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const { statusCode, rawPayload } = await host.app.inject({
        url: `/modules/${name}/${version}/${file}`,
        headers: { 'accept-encoding': encoding },
      });
      // A page verifies a manifest by the hash in the registry.
      if (statusCode === 200 && file !== 'module.json') passed.push(`${file} as ${encoding}, ${rawPayload.length} bytes`);
    }
    const page = pageWith(manifest, file);
    const { body } = await host.app.inject({ url: page, headers: { accept: 'text/html' } });
    if (body.includes(MARK)) passed.push(`the page ${page}`);
    if (file === 'module.json' && asksFor(body, manifest)) passed.push(`the page ${page}, by another manifest than was activated`);
  } finally {
    await host.close();
  }
  if (file === manifest.renderer) passed.push(...(await ranBy(store, manifest)));
  if (file === manifest.calls && !((await loadMember(store, name, version)) instanceof DamagedVersion)) passed.push('the gate');
  return { name, file, passed };
}

async function ranBy(store: Store, manifest: ModuleManifest): Promise<string[]> {
  const renderers = openRenderers(store);
  try {
    await renderers.render(manifest, '/', { content: {}, posted: null });
    return ['the renderer'];
  } catch (error) {
    return (error as Error).message.includes('is not the file that was published') ? [] : [`the renderer: ${(error as Error).message}`];
  } finally {
    await renderers.close();
  }
}

/** A page with a tampered `module.json` proves something only if the page with the original one requests files. */
async function requireAsked(context: ReturnType<typeof newContext>, manifest: ModuleManifest): Promise<void> {
  const host = await startTestHost(9, undefined, { context });
  const url = pageWith(manifest, 'module.json');
  const { body } = await host.app.inject({ url, headers: { accept: 'text/html' } });
  await host.close();
  if (!asksFor(body, manifest)) throw new Error(`the page ${url} has nothing of ${manifest.name}`);
}

/** Changes each file of the active versions once, each with its own host, like an attacker with write access to the store. */
export async function tamperWithEveryFile(context: ReturnType<typeof newContext>, names: readonly string[]): Promise<TamperResult[]> {
  const tampered: TamperResult[] = [];
  const { store, ops } = context;
  const { registry } = await readRegistry({ store, ops });
  for (const name of names) {
    const version = moduleEntry(registry, name)?.version ?? '';
    const found = await readManifest(store, name, version);
    if (!found) throw new Error(`${name} is not live`);
    await requireAsked(context, found.manifest);
    for (const file of ['module.json', ...Object.keys(found.manifest.files)]) tampered.push(await tamper(context, found.manifest, file));
  }
  return tampered;
}
