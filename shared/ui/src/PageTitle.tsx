import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './PageTitle.module.css';

export interface PageTitleProps {
  title: ReactNode;
  className?: string | undefined;
  /** Names a region by its title. */
  id?: string | undefined;
}

/** The page's one h1 alone, looking as `className` says: for a screen whose head is a picture of its own. The shell focuses it after a navigation. */
export function PageTitle({ title, className, id }: PageTitleProps) {
  return (
    <h1 id={id} tabIndex={-1} className={cx(styles.title, className)}>
      {title}
    </h1>
  );
}
