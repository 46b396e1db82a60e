import { parseSync } from '@swc/core';
import { isTest, lineOf } from '../source-files.mjs';

const isRemote = ({ path }) => /^mf-[^/]+\/src\/.*\.tsx?$/.test(path);
// Both measure the device: the age of its position, and the error of its clock.
const measuresDevice = ['mf-jobs/src/features/shifts/position.ts', 'mf-jobs/src/features/shifts/onJob/useClockDriftText.ts'];
const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
/** Hooks that run the function that they get while React renders. */
const runsInRender = ['useState', 'useMemo', 'useRef', 'useReducer'];
const rendersByName = (name = '') => /^([A-Z]|use[A-Z])/.test(name);

const isDeviceClock = (node) =>
  (node.type === 'NewExpression' && node.callee.value === 'Date' && !node.arguments?.length) ||
  (node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.value === 'Date' &&
    node.callee.property.value === 'now');

const isPortalNow = ({ type, callee }) =>
  type === 'CallExpression' &&
  callee.type === 'MemberExpression' &&
  callee.property.value === 'now' &&
  (callee.object.value === 'portal' || callee.object.callee?.value === 'usePortal');

// A function between tags renders; a function in an attribute handles an event.
const isRenderFunction = (node, name) =>
  node.type === 'JSXExpressionContainer' && name === 'children' && functions.includes(node.expression.type);

const nameForChild = (node, key) => {
  if (key === 'init') return node.id?.value;
  return key === 'children' ? key : undefined;
};

function checkFile({ path, text }, report) {
  const checkClock = (node, isRender, rule) => {
    if (isDeviceClock(node) && !measuresDevice.includes(path))
      report('no-device-clock-in-remotes', node.type === 'NewExpression' ? 'new Date()' : 'Date.now()');
    if (isRender && isPortalNow(node)) report(rule, `${node.callee.object.value ?? 'usePortal()'}.now()`);
  };
  const visitInitialState = ({ expression }, isRender) =>
    visit(functions.includes(expression.type) ? expression.body : expression, isRender, undefined, 'no-clock-in-initial-state');
  const visit = (node, isRender, name, rule = 'no-clock-in-render') => {
    if (!node || typeof node !== 'object') return;
    if (isRenderFunction(node, name)) return visit(node.expression.body, isRender, undefined, rule);
    if (Array.isArray(node)) {
      for (const child of node) visit(child, isRender, name, rule);
      return;
    }
    checkClock(node, isRender, rule);
    if (node.type === 'CallExpression' && runsInRender.includes(node.callee.value)) {
      for (const argument of node.arguments) visitInitialState(argument, isRender);
      return;
    }
    const inside = functions.includes(node.type) ? rendersByName(node.identifier?.value ?? name) : isRender;
    for (const [key, child] of Object.entries(node)) visit(child, inside, nameForChild(node, key), rule);
  };
  visit(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2022' }).body, false);
}

/**
 * Times of a remote come from the server's clock. `portal.now()` follows the device's until the server has replied, so a component renders a
 * time, or begins a form with it, from `useServerNow` or `useNow`, which wait for it.
 */
export function checkClocks(files) {
  const breaches = [];
  for (const file of files)
    if (isRemote(file) && !isTest(file))
      checkFile(file, (rule, says) => breaches.push({ rule, file: file.path, line: lineOf(file.text, says), says }));
  return breaches;
}
