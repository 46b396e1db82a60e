import '@portal/ui/font.css';
import '@portal/ui/scale.css';
import '@portal/ui/tokens.css';
import '@portal/ui/base.css';
import './chrome/frame.css';
import './chrome/site.css';
import './chrome/print.css';
import { startPortal } from './boot/startPortal';
import { createModuleServices } from './modules/moduleServices';
import { readPageData } from './platform/pageData';

const page = readPageData();
// From here on every script is requested with its hash.
const modules = createModuleServices(page);

/** A failed override must not stop the portal. The error appears in the console. */
function beginWithout(error: Error): never {
  startPortal(page, modules);
  throw error;
}

function begin(): void {
  if (page.overrides.length === 0) startPortal(page, modules);
  else
    void import(/* webpackChunkName: "override" */ './modules/override/override')
      .then(({ applyOverrides: override }) => override(modules.registry, page.overrides))
      .then(() => startPortal(page, modules), beginWithout);
}

// A browser may prerender a page that is never opened.
if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
