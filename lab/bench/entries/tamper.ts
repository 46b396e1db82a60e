import { join } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';
import { activate } from '../../../delivery/src/commands/activate';
import { publish } from '../../../delivery/src/commands/publish';
import { newContext } from '../../../delivery/test/fixtures';
import { tamperWithEveryFile } from '../../../delivery/test/tampering';
import { buildModules } from '../../../tools/dev-portal/build-and-publish.mjs';
import { declaredWorld } from '../compat/world';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import { root } from '../lab';

const MODULES = ['shell', ...remotesIn(root)];

export const tamper: Entry = {
  id: 'tamper',
  what: `Files of the shell and ${MODULES.length - 1} modules, each tampered with once in the store, that the host serves, renders with or includes in a page`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    await buildModules(root, process.env, lab.say);
    const { served } = await declaredWorld();
    const context = { ...newContext(join(lab.folder, 'tamper')), served };
    const requests: { name: string; version: string }[] = [];
    for (const name of MODULES) {
      const { version } = await publish(context, join(root, name, 'dist'), {});
      requests.push({ name, version });
    }
    await activate(context, requests, { by: 'bench', why: 'tamper' });
    const tampered = await tamperWithEveryFile(context, MODULES);
    const passed = tampered.filter((one) => one.passed.length > 0);
    const named = passed.slice(0, 5).map(({ name, file, passed: how }) => `${name} ${file}: ${how.join(', ')}`);
    return {
      ...exactEstimate(passed.length),
      detail: [`${tampered.length - passed.length} of ${tampered.length} blocked by the host`, ...named].join('; '),
    };
  },
};
