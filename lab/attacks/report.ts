import { attacks, type Cell, isTried, sources, victims } from './table';

/** The outcome of the test of a cell. */
export type Outcome = (cell: Cell) => 'refused' | 'accepted';

const cells = attacks.flatMap(({ name, cells: own }) =>
  victims.flatMap((victim) => sources.map((source) => ({ attack: name, victim, source, cell: own[victim][source] }))),
);
export const tests = [
  ...new Map(cells.flatMap(({ cell }) => (isTried(cell) ? [[`${cell.file} ${cell.title}`, cell] as const] : []))).values(),
];

function rowOf({ attack, victim, source, cell }: (typeof cells)[number], outcome: Outcome): string {
  const [result, shown] = isTried(cell)
    ? [
        [outcome(cell), cell.partly && `except: ${cell.partly}`, cell.untried && `not tried: ${cell.untried}`].filter(Boolean).join(', '),
        `\`${cell.file}\`: ${cell.title}`,
      ]
    : ['does not exist', cell.because];
  return `| ${[attack, victim, source, result, shown].join(' | ')} |`;
}

/** The report as Markdown. */
export function reportOf(outcome: Outcome): string {
  const tried = cells.filter(({ cell }) => isTried(cell));
  const accepted = tried.filter(({ cell }) => outcome(cell) === 'accepted');
  const partly = tried.filter(({ cell }) => isTried(cell) && cell.partly);
  return `# Attacks on the delivery of releases

Written by \`npm run lab -- attacks\`: ${cells.length} combinations of ${attacks.length} attacks, ${victims.length} victims and ${sources.length} sources. ${tried.length} are tried by ${tests.length} tests, ${accepted.length} are accepted, ${partly.length} are refused with an exception. The others do not exist.

The specification of The Update Framework names the attacks. Six are added: false provenance, a changed last good version, an emptied store, an unreadable file, a decompression bomb, and all keys stolen. *store*: the attacker writes into the folder or bucket, and has no key. *network*: the attacker answers in the place of the bucket, the API or the portal host.

## Attacks

| attack | meaning |
|---|---|
${attacks.map(({ name, meaning }) => `| ${name} | ${meaning} |`).join('\n')}

## Keys

The portal has no thresholds: one key of each kind is enough.

| stolen | effect | end |
|---|---|---|
| token of a squad | publishes versions of its module, with a statement of the thief's choice; none runs until ops activates it, and a rebuild finds it | \`portal revoke-token\` |
| ops token | none without the ops key and access to the store | \`portal revoke-token\` |
| timestamp key | a page takes a repeated revision for a current one | \`portal rotate-key timestamp\` |
| ops key | with access to the store: any release, because hosts and pages trust this key | \`portal rotate-key ops\`, if the thief has not rotated first; otherwise a new ops.pub on each host |
| ops key and timestamp key | the same from the network, on pages that are open | both rotations |

A page trusts the HTML that it began with. An attacker who can change that HTML in the browser's connection needs no key; HTTPS protects it. The service worker checks the registry in the HTML, not the HTML itself.

## Results

| attack | victim | source | outcome | test or reason |
|---|---|---|---|---|
${cells.map((one) => rowOf(one, outcome)).join('\n')}
`;
}
