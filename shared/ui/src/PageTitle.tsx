import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './PageTitle.module.css';

export interface PageTitleProps {
  title: ReactNode;
  className?: string | undefined;
  /** The id of the title, for a region that it labels. */
  id?: string | undefined;
}

/** The page's only h1 without the layout of `PageHeader`, for a screen with its own header. The shell focuses it after a navigation. */
export function PageTitle({ title, className, id }: PageTitleProps) {
  return (
    <h1 id={id} tabIndex={-1} className={cx(styles.title, className)}>
      {title}
    </h1>
  );
}
