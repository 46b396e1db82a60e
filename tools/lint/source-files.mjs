import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';

const ignored = new Set(['node_modules', 'dist', 'dist-maps', '.git', '.data', 'test-results', 'playwright-report', 'shots', '.swc']);

/** Every file of the tree below `root` as `{path, text}`, with relative paths, without build output. */
export function readTree(root) {
  const paths = readdirSync(root, { withFileTypes: true, recursive: false }).flatMap((entry) => walk(root, entry));
  return paths.map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
}

function walk(parent, entry) {
  const path = join(parent, entry.name);
  if (ignored.has(entry.name)) return [];
  if (entry.isDirectory()) return readdirSync(path, { withFileTypes: true }).flatMap((child) => walk(path, child));
  return entry.isFile() && /\.(ts|tsx|mjs|cjs|js|css|json|md|sql|sh|yml|yaml|html|tsv)$|\/run$|Dockerfile/.test(path) ? [path] : [];
}

export const isCode = ({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts');
/** The calls of staff and the texts of their commands, which no page loads (fence `pages-load-no-calls-of-staff`). */
export const isForStaff = ({ path }) => path.endsWith('.staff.ts');

export const isTest = ({ path }) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) || path.startsWith('shared/testing/');

function literalsOf({ path, text }, ofTemplate) {
  const found = [];
  const module = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2022' });
  const visit = (node) => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    else if (node && typeof node === 'object') {
      if (node.quasis) found.push(...ofTemplate(node.quasis.map(({ cooked, raw }) => cooked ?? raw)));
      // The import rules check import and export sources.
      if (node.type === 'StringLiteral') found.push(node.value);
      else if (node.type === 'JSXText') found.push(node.value.trim());
      else for (const [key, child] of Object.entries(node)) if (key !== 'source' && key !== 'quasis') visit(child);
    }
  };
  visit(module.body);
  return found;
}

/** The string literals, template pieces and JSX texts of a source file, with escapes resolved. */
export const stringsOf = (file) => literalsOf(file, (pieces) => pieces);

/** The same, with each template as one text in which `0` replaces each expression. */
export const textsOf = (file) => literalsOf(file, (pieces) => [pieces.join('0')]);

/** The line number of the first occurrence of a text. */
export const lineOf = (text, part) => text.slice(0, Math.max(0, text.indexOf(part))).split('\n').length;
