/** Patterns that skip, repeat or expect the failure of a test, or disable a check. */
const silencers = [
  /@ts-(ignore|nocheck)\b/,
  /\bwaitForTimeout\(/,
  /\bexpect\(true\)/,
  /\.(skip|only|fixme|todo|failing)(\.each)?\b *[(`]/,
  /\btest\.(fail|slow)\(/,
  /(?<![\w.])(x(it|test|describe)|f(it|describe))(\.each)?[(`]/,
  /\bretryTimes\(/,
  /--retries\b/,
  /\bretries *:/,
];
// A query or a socket may retry; a test may not.
const runsTests = /(\.(test|spec)\.|playwright\.config|jest\.config)/;

/** The linter rules that a line may disable, with the reason why the rule cannot be satisfied there. Each new one needs a reason. */
const excusable = {
  format: 'a table of numbers reads by its rows',
  'lint/a11y/noNoninteractiveTabindex': 'a drawing that takes keys needs a place for them to land',
  'lint/a11y/noStaticElementInteractions': 'dropping a file is an extra beside the buttons',
  'lint/a11y/useAriaPropsForRole': 'the native control brings the state itself',
  'lint/a11y/useKeyWithClickEvents': 'the keys are handled by the element that has the focus',
  'lint/a11y/useMediaCaption': 'nobody writes captions of what a guard has said: the note in words stands beside it',
  'lint/a11y/useSemanticElements': 'the native element means something else',
  'lint/correctness/noEmptyPattern': 'Playwright reads the fixtures from the pattern',
  'lint/correctness/useExhaustiveDependencies': 'the effect follows one of the things that it reads, not all',
  'lint/security/noDangerouslySetInnerHtml': 'what the host rendered stands in the page already, and hydrating must leave it',
  'lint/suspicious/noDocumentCookie': 'a test reads and breaks the very store',
};

function excuse(line) {
  const [, rule, why = ''] = line.match(/biome-ignore +([\w/]+) *:? *(.*)/) ?? [];
  return rule in excusable && why.replace(/\W*$/, '').split(' ').length >= 3;
}

/** The first text of a code file that disables a check, or undefined. */
export function findSuppressions({ path, text }) {
  if (!/\.([cm]?[jt]s|tsx)$/.test(path)) return undefined;
  for (const pattern of silencers) {
    if (pattern.source.startsWith('\\bretries') && !runsTests.test(path)) continue;
    const [found] = text.match(pattern) ?? [];
    if (found) return found;
  }
  return text
    .split('\n')
    .find((line) => line.includes('biome-ignore') && !excuse(line))
    ?.trim();
}
