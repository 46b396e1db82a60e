import '@portal/ui/scale.css';
import '@portal/ui/tokens.css';
import '@portal/ui/base.css';
import './chrome/frame.css';
import './chrome/site.css';
import './chrome/print.css';
import { begin } from './boot/begin';
import { readPage } from './boot/page';

const page = readPage();

/** A portal without the override is better than none; why stands in the browser's console. */
function beginWithout(error: Error): never {
  begin(page);
  throw error;
}

if (page.overrides.length === 0) begin(page);
else
  void import(/* webpackChunkName: "override" */ './composition/override/override')
    .then(({ overridePage }) => overridePage(page), beginWithout)
    .then(begin);
