import { authPaths } from '@portal/contracts/auth/auth.paths';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { Link } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { PageTitle } from '@portal/ui/PageTitle';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './ResetFrame.module.css';

export interface ResetAlert {
  text: string;
  /** Display time. */
  forMs: number;
}

/** The alert of a screen. It scrolls into view, because on a phone the pressed button may be far below it. */
export function useAlert() {
  const [shown, setShown] = useState<(ResetAlert & { turn: number }) | null>(null);
  // A new count restarts the time when the same text comes twice.
  const show = (alert: ResetAlert) => setShown((last) => ({ ...alert, turn: (last?.turn ?? 0) + 1 }));
  const hide = () => setShown(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) place.current?.scrollIntoView?.({ block: 'center' });
  }, [shown]);
  const banner = shown && (
    <div ref={place}>
      <Banner key={shown.turn} kind="error" timeoutMs={shown.forMs} onClose={hide}>
        {shown.text}
      </Banner>
    </div>
  );
  return { banner, show, hide };
}

interface FrameProps {
  title: string;
  lead: string;
  alert: ReactNode;
  /** Links above the one back to login. */
  links?: ReactNode;
  children: ReactNode;
}

/** Heading, introduction, alert, form and the link back. */
export function ResetFrame({ title, lead, alert, links, children }: FrameProps) {
  return (
    <section className={styles.frame} aria-labelledby="password-title">
      <PageTitle id="password-title" className={styles.title} title={title} />
      <p className={styles.lead}>{lead}</p>
      {alert}
      {children}
      <p className={styles.links}>
        {links}
        <Link to={authPaths.login()}>{resetMessages.backToLogin}</Link>
      </p>
    </section>
  );
}
