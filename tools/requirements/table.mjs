/** Table of stated, shown and missing ids per module and in total. */
export function coverageTable(modules) {
  const line = (name, stated, shown, missing) =>
    `${name.padEnd(18)}${String(stated).padStart(8)}${String(shown).padStart(8)}${String(missing).padStart(9)}\n`;
  const entries = Object.entries(modules).map(([name, { stated, shown, missing }]) => [name, stated, shown.length, missing.length]);
  const all = [1, 2, 3].map((at) => entries.reduce((sum, row) => sum + row[at], 0));
  return [['', 'stated', 'shown', 'missing'], ...entries, ['all', ...all]].map((row) => line(...row)).join('');
}
