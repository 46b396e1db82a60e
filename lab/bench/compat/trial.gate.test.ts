import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { breaking } from './breaking';
import { isHelpful, type Tried } from './trial';

/** Three of each class; `npm run bench -- --only compat-gate` makes fifty of both sorts. */
const COUNT = 24;
const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

it.each([
  ['the fixed one', 14],
  ["today's", today],
])(
  'the gate rejects each breaking change of the modules’ declarations with an instruction, and accepts each harmless one: seed %s, %i',
  (_, seed) => {
    const args = ['--import', 'tsx', join(__dirname, 'cli.ts'), String(seed), String(COUNT), join(temporaryFolder('compat'), 'store')];
    const tried = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 })) as Tried[];
    const isBad = ({ kind, refusal }: Tried) => (kind === null ? refusal !== null : refusal === null || !isHelpful(refusal));
    expect(tried.filter(isBad)).toEqual([]);
    expect([...new Set(tried.flatMap(({ kind }) => kind ?? []))]).toEqual(Object.keys(breaking));
    expect(tried).toHaveLength(2 * COUNT);
  },
);
