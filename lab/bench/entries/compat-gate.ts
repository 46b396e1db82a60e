import { join } from 'node:path';
import { breaking } from '../compat/breaking';
import { isHelpful, type Tried, tryChanges } from '../compat/trial';
import { declaredWorld } from '../compat/world';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const CHANGES = 50;
const PART = 0.95;

const isRefused = ({ refusal }: Tried) => refusal !== null && isHelpful(refusal);
const told = ({ kind, did, refusal }: Tried) => `${kind ?? 'harmless'}: ${did}${refusal === null ? '' : ` -> ${refusal}`}`;

export const compatGate: Entry = {
  id: 'compat-gate',
  what: `Of ${CHANGES} releases with a breaking change of ${Object.keys(breaking).length} classes, those that the gate rejects with an instruction; 0 if it rejects one of ${CHANGES} harmless releases`,
  on: 'machine',
  unit: `of ${CHANGES}`,
  atLeast: CHANGES * PART,
  async measure(lab) {
    const tried = await tryChanges(await declaredWorld(), lab.seed, CHANGES, join(lab.folder, 'compat-gate'));
    const bad = tried.filter(({ kind }) => kind !== null);
    const stopped = tried.filter(({ kind, refusal }) => kind === null && refusal !== null);
    const through = bad.filter((one) => !isRefused(one));
    const refused = bad.length - through.length;
    const wrong = [...through, ...stopped].map(told);
    return {
      ...exactEstimate(stopped.length > 0 ? 0 : refused),
      detail: [
        `${refused} of ${bad.length} breaking changes refused, ${stopped.length} of ${tried.length - bad.length} harmless ones`,
        ...wrong,
      ].join('; '),
    };
  },
};
