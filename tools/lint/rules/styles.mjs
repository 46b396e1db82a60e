import { lineOf } from '../source-files.mjs';

const TOKENS = ['shared/ui/src/scale.css', 'shared/ui/src/tokens.css'];
/** The widths that scale.css names, and the last pixel below each. In em, so that larger text has the layout of a narrower window. */
const WIDTHS_EM = [40, 64, 80];
const PIXEL_EM = 1 / 16;
/** A container below 40rem is narrower than a tablet, below 20rem a phone with large text, below 14rem a phone with text of double size. */
const CONTAINERS_REM = [14, 20, 40];
const isBreakpoint = (em) => WIDTHS_EM.includes(em) || WIDTHS_EM.includes(em + PIXEL_EM);
/** Smaller distances are hairlines, which are not part of the spacing scale. */
const HAIRLINE = 3;

const lengths = (value) => [...value.matchAll(/(?<![\w.-])-?([\d.]+)(px|r?em)\b/g)].map(([, number, unit]) => [Number(number), unit]);

/** Rules per property: the values that are rejected. */
const properties = [
  {
    rule: 'colours-are-tokens',
    property: /./,
    isRefused: (value) => /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i.test(value),
    says: 'a colour of its own has no dark and no high contrast: use var(--color-…) or var(--shadow-…)',
  },
  {
    rule: 'type-is-tokens',
    property: /^font-size$/,
    isRefused: (value) => lengths(value).length > 0,
    isForAll: true,
    says: 'use var(--text-…)',
  },
  {
    rule: 'layers-are-tokens',
    property: /^z-index$/,
    isRefused: (value) => /^-?\d+$/.test(value),
    says: 'use var(--layer-…): what lies over what is said in one place',
  },
  {
    rule: 'spaces-are-tokens',
    property: /^(scroll-)?(padding|margin)(-|$)|(^|-)gap$/,
    isRefused: (value) => lengths(value).some(([number, unit]) => unit === 'px' && number > HAIRLINE),
    says: 'use var(--space-…)',
  },
];

/** Styles must use tokens, so that separately built modules look the same in every theme. */
export function checkStyles(files) {
  const breaches = [];
  for (const { path, text } of files) {
    if (!path.endsWith('.css') || TOKENS.includes(path)) continue;
    const css = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
    const report = (rule, found, says) => breaches.push({ rule, file: path, line: lineOf(css, found), says: `${found.trim()}: ${says}` });
    for (const [query] of css.matchAll(/@(?:media|container)[^{]*/g)) {
      const widths = (query.match(/\([^()]*width[^()]*\)/g) ?? []).flatMap(lengths);
      const isNamed = ([number, unit]) =>
        query.startsWith('@container') ? unit === 'rem' && CONTAINERS_REM.includes(number) : unit === 'em' && isBreakpoint(number);
      if (!widths.every(isNamed))
        report('three-breakpoints', query, `only ${WIDTHS_EM.join(', ')} em, and a container of ${CONTAINERS_REM.join(' or ')}rem`);
    }
    const isModule = path.endsWith('.module.css');
    for (const [declaration, property, value] of css.matchAll(/(?<=[\s;{])([a-z-]+):\s*([^;{}]+);/g)) {
      for (const { rule, property: of, isRefused, isForAll, says } of properties)
        if ((isModule || isForAll) && of.test(property) && isRefused(value.trim())) report(rule, declaration, says);
    }
  }
  return breaches;
}

const drawsTitles = (path) => /^(mf-[^/]+|shared\/mf-kit)\/src\/.*(?<!\.test)\.tsx$/.test(path);

/** The only h1 of a screen is in PageHeader, which makes it focusable after a navigation and gives it the same look everywhere. */
export function checkTitles(files) {
  return files
    .filter(({ path, text }) => drawsTitles(path) && /<h1[\s>]/.test(text))
    .map(({ path, text }) => ({
      rule: 'titles-are-page-headers',
      file: path,
      line: lineOf(text, '<h1'),
      says: '<h1>: use PageHeader of @portal/ui (PageTitle for a look of its own)',
    }));
}
