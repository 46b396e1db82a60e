const HEAD = `# Lab

Last result of each experiment. Written by \`npm run lab -- --record NAME\`; \`.ci/lab\` records all. [Questions and durations](../../lab/README.md).

| experiment | result | minutes | date | last line |
|---|---|---|---|---|
`;

/** The results in the report, by experiment. */
export function readResults(text) {
  const rows = [...text.matchAll(/^\| (\S+) \| (passed|failed) \| (\d+(?:\.\d+)?) \| (\d{4}-\d\d-\d\d) \| (.*) \|$/gm)];
  return new Map(rows.map(([, name, result, minutes, date, line]) => [name, { result, minutes: Number(minutes), date, line }]));
}

/** The report with these results, in the order of the names. */
export function writtenResults(results, names) {
  const rows = names.flatMap((name) => {
    const one = results.get(name);
    return one ? [`| ${name} | ${one.result} | ${one.minutes} | ${one.date} | ${one.line} |\n`] : [];
  });
  return HEAD + rows.join('');
}

/** The last line of an output, without the characters that a table cannot contain. */
export const lastLineOf = (output) => (output.trim().split('\n').at(-1) ?? '').replaceAll('|', '/').trim();
