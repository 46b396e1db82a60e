import { authPaths } from '@portal/contracts/auth/auth.paths';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { Link } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { type ReactNode, useState } from 'react';
import styles from './Frame.module.css';

export interface Alert {
  text: string;
  /** How long it stands. */
  forMs: number;
}

/** The one alert of a screen. */
export function useAlert() {
  const [shown, setShown] = useState<(Alert & { turn: number }) | null>(null);
  // A new turn restarts the time when the same text comes twice.
  const show = (alert: Alert) => setShown((last) => ({ ...alert, turn: (last?.turn ?? 0) + 1 }));
  const hide = () => setShown(null);
  const banner = shown && (
    <Banner key={shown.turn} kind="error" timeoutMs={shown.forMs} onClose={hide}>
      {shown.text}
    </Banner>
  );
  return { banner, show, hide };
}

/** Heading, what it is about, the alert, the form, and the way back. */
export function Frame({ title, lead, alert, children }: { title: string; lead: string; alert: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.frame} aria-labelledby="password-title">
      <h1 id="password-title" className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.lead}>{lead}</p>
      {alert}
      {children}
      <p className={styles.back}>
        <Link to={authPaths.login()}>{resetMessages.backToLogin}</Link>
      </p>
    </section>
  );
}
