import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The packages with stories. */
const packages = ['ui', 'forms'];

const filesBelow = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).sort();

/** A function with the name of a component. A context has such a name too. */
const COMPONENT = /^export (?:function|const) [A-Z]\w*[a-z]\w*(?!.*createContext)/m;

/** The stories that the components below `root` need and lack, and the stories of former components, as lines for a squad. */
export function findStoryProblems(root: string): string[] {
  return packages.flatMap((name) => {
    const source = join(root, 'shared', name, 'src');
    const components = filesBelow(source)
      .filter((path) => /(?<!\.test)\.tsx$/.test(path) && COMPONENT.test(readFileSync(join(source, path), 'utf8')))
      .map((path) => ({ path, story: `${basename(path, '.tsx')}.stories.tsx` }));
    const stories = filesBelow(join(root, 'lab/gallery/stories', name)).filter((path) => path.endsWith('.stories.tsx'));
    return [
      ...components
        .filter(({ story }) => !stories.includes(story))
        .map(
          ({ path, story }) => `shared/${name}/src/${path} has no story: add lab/gallery/stories/${name}/${story} (docs/guides/gallery.md)`,
        ),
      ...stories
        .filter((story) => !components.some((component) => component.story === story))
        .map((story) => `lab/gallery/stories/${name}/${story} has no component: delete it`),
    ];
  });
}
