import { site } from '@portal/contracts/_kernel/site';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { emptyPage, type PageInput, type PostResult, type Prerendered } from '@portal/mf-kit/pageInput';
import { normalisePath } from '@portal/mf-kit/routePatterns';
import { readVerified, type Store } from '../store/store';
import type { ApiContent } from './api-content';
import { escapeHtml } from './escape-html';
import { LruCache } from './lru-cache';
import type { Renderers } from './page-renderers';
import type { PageSettings } from './settings';

/** The content of the outlet of one page. */
export interface Fragment {
  /** Unique per fragment. */
  key: string;
  /** Null if only the client renders the page. */
  made: Prerendered | null;
  /** The input that it was rendered with and is hydrated with. */
  input: PageInput;
}

export interface FragmentRequest {
  manifest: ModuleManifest;
  pattern: string;
  pathname: string;
}

export interface FragmentParts {
  store: Store;
  renderers: Renderers;
  content: ApiContent;
  log: (line: string) => void;
  /** The operator's links; the build contains the links of the demonstration. */
  site: OperatorSite;
}

type OperatorSite = Pick<PageSettings, keyof typeof operatorLinks>;
const operatorLinks = { customerSite: site.customerSite, supportEmail: site.supportEmail } as const;

export interface Fragments {
  /** Returns the build's fragment, or renders one if the API's content or a posted form is part of the page. Never rejects. */
  of(asked: FragmentRequest, posted: PostResult | null): Promise<Fragment>;
  /** Ends the renderers of other versions and renders the pages with API content of these versions before the first request. */
  keep(manifests: readonly ModuleManifest[]): void;
}

const MOST_PAGES = 200;
const nothing: Fragment = { key: 'none', made: null, input: emptyPage };
const nameOf = ({ manifest, pathname }: FragmentRequest) => `${manifest.name} ${manifest.version} ${pathname}`;

/** A page of the build with the operator's links instead of the demonstration's. It contains no user input. */
function withOperatorLinks(made: Prerendered, own: OperatorSite): Prerendered {
  let { html } = made;
  for (const [name, standIn] of Object.entries(operatorLinks))
    html = html.replaceAll(standIn, () => escapeHtml(own[name as keyof OperatorSite]));
  return { ...made, html };
}

export function openFragments({ store, renderers, content, log, site: own }: FragmentParts): Fragments {
  const cache = new LruCache<Promise<Fragment>>(MOST_PAGES);
  const lastGood = new LruCache<Fragment>(MOST_PAGES);
  let serial = 0;

  async function read({ manifest, pattern, pathname }: FragmentRequest): Promise<Fragment> {
    const { name, version, routes, prerendered } = manifest;
    const address = normalisePath(pathname);
    const file = prerendered[Object.hasOwn(routes[pattern]?.pages ?? {}, address) ? address : pattern];
    const bytes = file === undefined ? null : await readVerified(store, manifest, file);
    if (file === undefined || !bytes) return nothing;
    const text = new TextDecoder().decode(bytes);
    // Older builds wrote HTML only.
    const made = file.endsWith('.html') ? { html: text } : (JSON.parse(text) as Prerendered);
    return { key: `${name} ${version} ${file}`, made: withOperatorLinks(made, own), input: emptyPage };
  }

  const fromBuild = (asked: FragmentRequest): Promise<Fragment> =>
    read(asked).catch((error: Error) => {
      log(`${asked.manifest.name} ${asked.manifest.version} has no readable page for ${asked.pathname}: ${error.message}`);
      return nothing;
    });

  async function render({ manifest, pathname }: FragmentRequest, input: PageInput): Promise<Fragment> {
    const made = await renderers.render(manifest, pathname, { ...input, site: own });
    return { key: `rendered ${++serial}`, made, input };
  }

  async function rendered(asked: FragmentRequest, input: PageInput): Promise<Fragment> {
    if (input.posted) return render(asked, input);
    const key = `${nameOf(asked)} ${JSON.stringify(input.content)}`;
    const rendering = cache.get(key) ?? render(asked, input);
    cache.set(key, rendering);
    rendering.then(
      (fragment) => lastGood.set(nameOf(asked), fragment),
      () => cache.delete(key),
    );
    return rendering;
  }

  async function fromHost(asked: FragmentRequest, paths: readonly string[], posted: PostResult | null): Promise<Fragment> {
    const known = await content.read(paths);
    if (!known && !posted) return nothing;
    const input = { content: known ?? {}, posted };
    return rendered(asked, input).catch((error: Error) => {
      log(`${asked.manifest.name} ${asked.manifest.version} did not render ${asked.pathname}: ${error.message}`);
      // The client renders the posted input.
      if (posted) return { key: `failed ${++serial}`, made: null, input };
      return lastGood.get(nameOf(asked)) ?? nothing;
    });
  }

  const fragments: Fragments = {
    async of(asked, posted) {
      const { manifest, pattern } = asked;
      const { access, content: paths = [], forms } = manifest.routes[pattern] ?? {};
      const isHosts = manifest.renderer !== undefined && access === 'public';
      if (isHosts && (posted || paths.length > 0)) return fromHost(asked, paths, posted);
      const built = await fromBuild(asked);
      return !built.made && isHosts && forms ? fromHost(asked, paths, null) : built;
    },
    keep(manifests) {
      renderers.keep(manifests);
      content.keep(manifests).catch((error: Error) => log(`unused texts could not be deleted: ${error.message}`));
      for (const manifest of manifests)
        for (const [pattern, route] of Object.entries(manifest.routes))
          if (route.content && !pattern.includes(':')) void fragments.of({ manifest, pattern, pathname: pattern }, null);
    },
  };
  return fragments;
}
