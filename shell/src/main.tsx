import '@portal/ui/font.css';
import '@portal/ui/scale.css';
import '@portal/ui/tokens.css';
import '@portal/ui/base.css';
import './chrome/frame.css';
import './chrome/site.css';
import './chrome/print.css';
import { begin } from './boot/begin';
import { readPage } from './boot/page';
import { openModules } from './composition/modules';

const page = readPage();
// From here on a file is asked for by its hash, those of the shell as well.
const modules = openModules(page);

/** A portal without the override is better than none; why stands in the browser's console. */
function beginWithout(error: Error): never {
  begin(page, modules);
  throw error;
}

if (page.overrides.length === 0) begin(page, modules);
else
  void import(/* webpackChunkName: "override" */ './composition/override/override')
    .then(({ override }) => override(modules.registry, page.overrides))
    .then(() => begin(page, modules), beginWithout);
