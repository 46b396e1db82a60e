import { isTest, lineOf } from './sources.mjs';

const DOMAIN = /^api\/src\/domains\/([^/]+)\/.*\.ts$/;
const IMPORT = /(?:from|import) '\.\.\/([^/']+)\/[^']*'/g;

/** Which domain imports which, and where. */
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

/** A way along the edges from one domain back to itself. */
function circleFrom(start, graph, way = [start], seen = new Set()) {
  for (const to of graph.get(way.at(-1))?.keys() ?? []) {
    if (to === start) return way;
    // Through an earlier one the circle was told with that.
    if (seen.has(to) || to < start) continue;
    seen.add(to);
    const circle = circleFrom(start, graph, [...way, to], seen);
    if (circle) return circle;
  }
  return null;
}

/** Of two domains one knows the other: what the lower one needs of the higher one is handed to it in domains/index.ts. Each circle is told once. */
export function checkCircles(files) {
  const graph = edges(files);
  return [...graph.keys()].sort().flatMap((start) => {
    const circle = circleFrom(start, graph);
    if (!circle) return [];
    const { file, text } = graph.get(circle.at(-1)).get(start);
    return [{ rule: 'domains-have-no-circle', file: file.path, line: lineOf(file.text, text), says: [...circle, start].join(' -> ') }];
  });
}
