import { join } from 'node:path';
import { RENDERER, RENDERER_FILE } from '@portal/mf-kit/renderer';
import { remotesIn } from '@portal/webpack/remotes';
import { deploy, type FakeBuild, newContext } from './fixtures';
import { tamperWithEveryFile } from './tampering';

const remotes = remotesIn(join(__dirname, '../..'));

/** A module with a file of each kind: entry, chunk, stylesheet, prerendered page in both formats, renderer, calls, picture. */
const whole = (name: string): FakeBuild => {
  const path = `/${name}`;
  return {
    name,
    routes: { [`${path}/first`]: 'First', [path]: { title: name, prerender: true } },
    contents: {
      [RENDERER_FILE]: `var ${RENDERER} = { prerender: async () => ({ html: 'Rendered' }) }`,
      'prerendered/page.json': JSON.stringify({ html: `<h1>${name}</h1>` }),
      'calls.json': '{}',
      'shared/home.png': 'a picture',
    },
    renderer: RENDERER_FILE,
    calls: 'calls.json',
    prerendered: { [`${path}/first`]: 'prerendered/first.html', [path]: 'prerendered/page.json' },
  };
};

it('serves, renders and activates no file of any module after it was changed in the store', async () => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, ...remotes.map(whole));
  const tampered = await tamperWithEveryFile(context, ['shell', ...remotes]);
  expect(tampered.filter(({ passed }) => passed.length > 0)).toEqual([]);
  expect(tampered).toHaveLength(4 + 9 * remotes.length);
}, 120_000);
