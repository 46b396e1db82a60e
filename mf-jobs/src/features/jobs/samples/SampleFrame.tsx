import { jobSample } from '@portal/contracts/jobs/jobs.samples';
import { Link } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { Card } from '@portal/ui/Card';
import { KeyValue, type KeyValueItem } from '@portal/ui/KeyValue';
import { PageHeader } from '@portal/ui/PageHeader';
import { Stat } from '@portal/ui/Stat';
import type { ReactNode } from 'react';
import styles from './SampleFrame.module.css';

interface Live {
  to: string;
  label: string;
}

/** A sample screen: it says so before anything else, and leads to the screen that is real (ROUTE-61). */
export function SampleFrame({ title, live, children }: { title: string; live: Live; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <PageHeader title={title} />
      <Banner kind="warning" actions={<Link to={live.to}>{live.label}</Link>}>
        {jobSample.banner}
      </Banner>
      {children}
    </div>
  );
}

/** The same two figures stand on both job samples (JOBDETAIL2-05). */
export function SampleJob({ facts }: { facts: readonly KeyValueItem[] }) {
  return (
    <>
      <div className={styles.figures}>
        <Stat label="Hourly rate" value={jobSample.hourlyRate} />
        <Stat label="Total earning" value={jobSample.totalEarning} />
      </div>
      <p className={styles.description}>{jobSample.description}</p>
      <Card>
        <KeyValue items={facts} />
      </Card>
    </>
  );
}
