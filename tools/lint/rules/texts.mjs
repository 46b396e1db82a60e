import { parseSync } from '@swc/core';
import { isTest } from '../source-files.mjs';

const isBlank = (text) => /^\s*$/.test(text);

/** The name of an identifier, of a member or of what is called. */
function nameOf({ type, value, property, callee }) {
  if (type === 'Identifier') return value;
  if (type === 'MemberExpression') return nameOf(property);
  return type === 'CallExpression' ? nameOf(callee) : undefined;
}

/** 'text', 'element', 'none' or 'unknown' for each result that an expression of JSX can have, and whether the expression is conditional. */
function resultsOf(expression) {
  if (expression.type === 'ParenthesisExpression') return resultsOf(expression.expression);
  const conditional = (...branches) => ({ isConditional: true, kinds: branches.flatMap((branch) => resultsOf(branch).kinds) });
  if (expression.type === 'ConditionalExpression') return conditional(expression.consequent, expression.alternate);
  if (expression.type === 'BinaryExpression' && expression.operator === '&&') return conditional(expression.right);
  if (expression.type === 'BinaryExpression' && /^(\|\||\?\?)$/.test(expression.operator))
    return conditional(expression.left, expression.right);
  if (/^(StringLiteral|TemplateLiteral|NumericLiteral)$/.test(expression.type)) {
    const isSpace = expression.type === 'StringLiteral' && isBlank(expression.value);
    return { isConditional: false, kinds: [isSpace ? 'none' : 'text'] };
  }
  if (/^JSX(Element|Fragment)$/.test(expression.type) || nameOf(expression) === 'children')
    return { isConditional: false, kinds: ['element'] };
  if (/^(Null|Boolean)Literal$/.test(expression.type) || nameOf(expression) === 'undefined')
    return { isConditional: false, kinds: ['none'] };
  return { isConditional: false, kinds: ['unknown'] };
}

function childrenOf({ children }) {
  return children.flatMap((child) => {
    if (child.type === 'JSXText') return isBlank(child.value) ? [] : [{ isConditional: false, kinds: ['text'] }];
    if (child.type !== 'JSXExpressionContainer') return [{ isConditional: false, kinds: ['element'] }];
    return child.expression.type === 'JSXEmptyExpression' ? [] : [resultsOf(child.expression)];
  });
}

function isBreach(element) {
  const children = childrenOf(element);
  if (children.length < 2) return false;
  return children.some(({ isConditional, kinds }, at) => {
    // The value of a name or a call may be a text.
    const isNextToText = children.some((other, place) => place !== at && other.kinds.includes('text'));
    if (!kinds.includes('text') && !(isConditional && kinds.includes('unknown') && isNextToText)) return false;
    // React removes this text, or inserts an element before it, by a node that a page translator has replaced.
    return isConditional || children[at - 1]?.isConditional;
  });
}

function elementsIn(node, found = []) {
  if (Array.isArray(node)) for (const child of node) elementsIn(child, found);
  else if (node && typeof node === 'object') {
    if (/^JSX(Element|Fragment)$/.test(node.type)) found.push(node);
    for (const [key, child] of Object.entries(node)) if (key !== 'span') elementsIn(child, found);
  }
  return found;
}

/** A page translator replaces text nodes. A conditional text next to other children therefore needs an element: `<span>`. */
export function checkTexts(files) {
  return files
    .filter((file) => /^(shell|mf-[^/]+|shared\/[^/]+)\/src\/.*\.tsx$/.test(file.path) && !isTest(file))
    .flatMap(({ path, text }) => {
      const program = parseSync(text, { syntax: 'typescript', tsx: true, target: 'es2022' });
      // Positions are of bytes.
      const bytes = Buffer.from(text);
      return elementsIn(program.body)
        .filter(isBreach)
        .map(({ span }) => ({
          rule: 'text-has-an-element',
          file: path,
          line: bytes
            .subarray(0, span.start - program.span.start)
            .toString()
            .split('\n').length,
          says: 'a conditional text next to other children: put it into a <span>, or join the texts to one',
        }));
    });
}
