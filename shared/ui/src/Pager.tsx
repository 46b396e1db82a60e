import { limits } from '@portal/contracts/_kernel/limits';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';
import styles from './Pager.module.css';
import { onPlainClick } from './plainClick';

const LINKS = limits.pageLinks;

/** The pages with a link: five at a time. 1 to 5 first, then the current page is in the middle. */
function pageWindow(page: number, pageCount: number): number[] {
  const count = Math.max(0, Math.floor(pageCount));
  const first = Math.max(1, Math.min(page - Math.floor(LINKS / 2), count - LINKS + 1));
  return Array.from({ length: Math.min(LINKS, count) }, (_, index) => first + index);
}

export interface PagerProps {
  /** Starts at 1. */
  page: number;
  pageCount: number;
  onPage?: ((page: number) => void) | undefined;
  /** Makes the pages links, so that a page can be shared, opened in a new tab and revisited. */
  hrefFor?: ((page: number) => string) | undefined;
  /** The name of the list, for screen readers. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Page links; renders nothing for a single page. */
export function Pager({ page, pageCount, onPage, hrefFor, label = 'Pages', className }: PagerProps) {
  if (pageCount <= 1) return null;
  const link = (to: number, content: ReactNode, extra: { 'aria-label': string; 'aria-current'?: 'page' | undefined }) => {
    if (to < 1 || to > pageCount) {
      return (
        <span className={cx(styles.link, styles.off)} aria-hidden="true">
          {content}
        </span>
      );
    }
    if (!hrefFor) {
      return (
        <button type="button" {...extra} className={styles.link} onClick={() => onPage?.(to)}>
          {content}
        </button>
      );
    }
    return (
      <a href={hrefFor(to)} {...extra} className={styles.link} {...(onPage && { onClick: onPlainClick(() => onPage(to)) })}>
        {content}
      </a>
    );
  };
  return (
    <nav aria-label={label} className={cx(styles.pager, className)}>
      <ul className={styles.list}>
        <li>{link(page - 1, <Icon name="chevron-left" />, { 'aria-label': 'Previous page' })}</li>
        {pageWindow(page, pageCount).map((to) => (
          <li key={to}>{link(to, to, { 'aria-label': `Page ${to}`, 'aria-current': to === page ? 'page' : undefined })}</li>
        ))}
        <li>{link(page + 1, <Icon name="chevron-right" />, { 'aria-label': 'Next page' })}</li>
      </ul>
    </nav>
  );
}
