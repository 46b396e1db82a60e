import { isTest, lineOf } from '../source-files.mjs';

const DOMAIN = /^api\/src\/domains\/([^/]+)\/.*\.ts$/;
const IMPORT = /(?:from|import) '\.\.\/([^/']+)\/[^']*'/g;

/** For each domain: the domains that it imports, with file and import. */
function edges(files) {
  const found = new Map();
  for (const file of files) {
    const [, from] = DOMAIN.exec(file.path) ?? [];
    if (!from || isTest(file)) continue;
    for (const [text, to] of file.text.matchAll(IMPORT)) {
      const known = found.get(from) ?? new Map();
      found.set(from, known.set(to, known.get(to) ?? { file, text }));
    }
  }
  return found;
}

/** Finds a path along the imports from a domain back to itself. */
function circleFrom(start, graph, way = [start], seen = new Set()) {
  for (const to of graph.get(way.at(-1))?.keys() ?? []) {
    if (to === start) return way;
    // A circle through a smaller domain name was already reported for that one.
    if (seen.has(to) || to < start) continue;
    seen.add(to);
    const circle = circleFrom(start, graph, [...way, to], seen);
    if (circle) return circle;
  }
  return null;
}

/**
 * Forbids import cycles between domains. If a lower domain needs a function of a higher one, domains/index.ts passes it. Each cycle is reported
 * once.
 */
export function checkDomainCycles(files) {
  const graph = edges(files);
  return [...graph.keys()].sort().flatMap((start) => {
    const circle = circleFrom(start, graph);
    if (!circle) return [];
    const { file, text } = graph.get(circle.at(-1)).get(start);
    return [{ rule: 'domains-have-no-circle', file: file.path, line: lineOf(file.text, text), says: [...circle, start].join(' -> ') }];
  });
}
