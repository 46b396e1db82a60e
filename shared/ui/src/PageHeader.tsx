import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';
import styles from './PageHeader.module.css';
import { PageTitle } from './PageTitle';
import { onPlainClick } from './plainClick';

export interface PageHeaderBack {
  label: string;
  /** Renders a link if given, or else a button. */
  href?: string | undefined;
  onClick?: (() => void) | undefined;
}

export interface PageHeaderProps {
  /** The page's only h1. The shell focuses it after a navigation. */
  title: ReactNode;
  lead?: ReactNode;
  back?: PageHeaderBack | undefined;
  actions?: ReactNode;
  className?: string | undefined;
  /** The id of the title, for a region that it labels. */
  id?: string | undefined;
}

function Back({ label, href, onClick }: PageHeaderBack) {
  const content = (
    <>
      <Icon name="back" size={20} />
      {label}
    </>
  );
  if (href === undefined) {
    return (
      <button type="button" className={styles.back} onClick={onClick}>
        {content}
      </button>
    );
  }
  return (
    <a href={href} className={styles.back} {...(onClick && { onClick: onPlainClick(onClick) })}>
      {content}
    </a>
  );
}

export function PageHeader({ title, lead, back, actions, className, id }: PageHeaderProps) {
  return (
    <header className={cx(styles.header, className)}>
      {back && <Back {...back} />}
      <div className={styles.row}>
        <PageTitle id={id} className={styles.title} title={title} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
  );
}
