import { Banner } from '@portal/ui/Banner';
import { Stack } from '@portal/ui/Layout';
import { PageHeader } from '@portal/ui/PageHeader';
import type { ReactNode } from 'react';
import { Link } from './router';
import styles from './SampleFrame.module.css';

export interface SampleFrameProps {
  title: string;
  /** A text that begins with "Sample." and explains that nothing on the screen is real. */
  banner: string;
  live: { to: string; label: string };
  children: ReactNode;
}

/** A sample screen: it first announces that it is a sample, and links to the real screen (ROUTE-61). */
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
