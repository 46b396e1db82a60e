import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { lineOf } from '../source-files.mjs';

/** The text with code blocks and code spans blanked; line numbers stay. */
const withoutCode = (text) =>
  text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' ')).replace(/`[^`\n]*`/g, (span) => ' '.repeat(span.length));

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(text) {
  const seen = new Map();
  return new Set(
    [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?)\s*$/gm)].map(([, heading]) => {
      const slug = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** Paths in code spans that begin with a top folder and end with a file extension; patterns with `*`, `<` or `{` are no paths. */
const namedFiles = (text) =>
  [
    ...text
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`((?:\.\/)?[a-z][\w-]*\/[\w./-]+\.(?:tsx?|mjs|css|sql|tsv|yaml|conf|Dockerfile))`/g),
  ].map(([, path]) => path);

/** Lines of code blocks that name a file (```` ```ts path/file.ts ````) and that the file does not have. Indentation is not compared. */
function staleQuotes(text, texts) {
  return [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)].flatMap(([, path, code]) => {
    const known = new Set((texts.get(path) ?? '').split('\n').map((line) => line.trim()));
    return code.split('\n').filter((line) => !known.has(line.trim()) && line.trim() !== '');
  });
}

/** The documents in which a code span that looks like a path must name an existing file. */
const isDocument = (path) => path === 'README.md' || path.startsWith('docs/');

/**
 * Relative links of Markdown files that lead to no file or no heading, and in documents the names of files that do not exist and
 * quoted code that has changed.
 */
export function checkLinks(files, root) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const tops = new Set(files.map(({ path }) => path.split('/')[0]));
  return files.flatMap(({ path, text }) => {
    if (!path.endsWith('.md')) return [];
    const dead = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].filter(([, target]) => {
      if (/^[a-z]+:/i.test(target)) return false;
      const [file, anchor] = target.split('#');
      const to = file === '' ? path : posix.join(dirname(path), decodeURI(file));
      if (!texts.has(to) && !existsSync(join(root, to))) return true;
      return anchor !== undefined && to.endsWith('.md') && !anchorsOf(texts.get(to) ?? '').has(anchor);
    });
    const unknown = isDocument(path)
      ? namedFiles(text).filter((named) => tops.has(named.split('/')[0]) && !existsSync(join(root, named)))
      : [];
    return [
      ...dead.map(([link, target]) => ({ rule: 'links-lead-somewhere', file: path, line: lineOf(text, link), says: target })),
      ...staleQuotes(text, texts).map((line) => ({
        rule: 'documents-quote-real-code',
        file: path,
        line: lineOf(text, line),
        says: line.trim(),
      })),
      ...unknown.map((named) => ({ rule: 'documents-name-real-files', file: path, line: lineOf(text, named), says: named })),
    ];
  });
}
