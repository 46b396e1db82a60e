// Stylesheets are empty outside a browser: `node --import tsx --import ./lab/attribution/styles.mjs …`.
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  if (!/\\.(css|svg|png|webp)(\\?|$)/.test(url)) return next(url, context);
  return { format: 'module', source: 'export default {}', shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
