import { Banner } from '@portal/ui/Banner';
import { Stack } from '@portal/ui/Layout';
import { PageHeader } from '@portal/ui/PageHeader';
import type { ReactNode } from 'react';
import { Link } from './router';
import styles from './SampleFrame.module.css';

export interface SampleFrameProps {
  title: string;
  /** That nothing on it is real: begins with "Sample." */
  banner: string;
  /** The screen that is real. */
  live: { to: string; label: string };
  children: ReactNode;
}

/** A sample screen: it says so before anything else, and leads to the screen that is real (ROUTE-61). */
export function SampleFrame({ title, banner, live, children }: SampleFrameProps) {
  return (
    <Stack className={styles.screen}>
      <PageHeader title={title} />
      <Banner kind="warning" actions={<Link to={live.to}>{live.label}</Link>}>
        {banner}
      </Banner>
      {children}
    </Stack>
  );
}
