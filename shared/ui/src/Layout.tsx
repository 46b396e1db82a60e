import type { ComponentProps } from 'react';
import { cx } from './cx';
import styles from './Layout.module.css';

/** Steps of 4 px: 1 is 4 px, 4 is 16 px, 8 is 32 px. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;

interface LayoutProps extends Omit<ComponentProps<'div'>, 'ref'> {
  as?: 'div' | 'section' | 'article' | 'ul' | 'ol' | 'li' | 'aside' | 'form' | undefined;
  gap?: Gap | undefined;
}

interface ClusterProps extends LayoutProps {
  justify?: 'start' | 'end' | 'between' | 'center' | undefined;
  align?: 'start' | 'center' | 'baseline' | 'stretch' | undefined;
}

const gapClass = (gap: Gap) => styles[`gap${gap}`];

/** Arranges its children vertically. */
export function Stack({ as = 'div', gap = 4, className, ...rest }: LayoutProps) {
  const Tag = as as 'div';
  return <Tag {...rest} className={cx(styles.stack, gapClass(gap), className)} />;
}

/** Arranges its children in a row that wraps. */
export function Cluster({ as = 'div', gap = 2, justify = 'start', align = 'center', className, ...rest }: ClusterProps) {
  const Tag = as as 'div';
  return <Tag {...rest} className={cx(styles.cluster, gapClass(gap), styles[`justify-${justify}`], styles[`align-${align}`], className)} />;
}

/** As many equal columns as fit. Minimum widths: `small` 9 rem, `medium` 16, `large` 22. */
export function Grid({
  as = 'div',
  gap = 4,
  columns = 'medium',
  className,
  ...rest
}: LayoutProps & { columns?: 'small' | 'medium' | 'large' | undefined }) {
  const Tag = as as 'div';
  return <Tag {...rest} className={cx(styles.grid, gapClass(gap), styles[columns], className)} />;
}

/** The margins and the width of a screen. `narrow` is for forms and text. */
export function Page({
  width = 'normal',
  className,
  ...rest
}: ComponentProps<'div'> & { width?: 'narrow' | 'normal' | 'full' | undefined }) {
  return <div {...rest} className={cx(styles.page, styles[width], className)} />;
}
