import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** The page's first link, visible on focus. `href` is a fragment: `#main`. */
export const SkipLink = ({ href, children = 'Skip to content' }: { href: string; children?: ReactNode }) => (
  <a href={href} className={styles.skip}>
    {children}
  </a>
);
