import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { supportTabs, ticketLabels } from '@portal/contracts/tickets/tickets.rules';
import { pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Icon } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { Tabs } from '@portal/ui/Tabs';
import { NoJobsPanel } from './NoJobsPanel';
import { SupportJobs } from './SupportJobs';
import styles from './SupportScreen.module.css';

const [first] = supportTabs;
type TabId = (typeof supportTabs)[number]['id'];
const JOBS: readonly TabId[] = ['current', 'previous', 'upcoming'];

/** Asks for the topic first: one of the guard's jobs, or a topic without a job. */
export function SupportScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const tab = supportTabs.find(({ id }) => id === params.get('tab')) ?? first;
  const linkTo = (id: TabId, to = 1) => ticketsPaths.support({ tab: id === first.id ? undefined : id, page: pageForUrl(to) });
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Support"
        lead="Choose a job or a topic, and write to us. Our reply appears in your ticket."
        actions={
          <ButtonLink
            variant="secondary"
            href={ticketsPaths.previous()}
            onNavigate={portal.navigate}
            icon={<Icon name="history" size={20} />}
          >
            {ticketLabels.previousTicket}
          </ButtonLink>
        }
      />
      <Tabs label="Topic" tabs={supportTabs} selected={tab.id} onSelect={(id) => portal.navigate(linkTo(id), { replace: true })}>
        {JOBS.includes(tab.id) ? (
          <SupportJobs key={tab.id} type={tab.type} label={tab.label} page={page} linkTo={(to) => linkTo(tab.id, to)} />
        ) : (
          <NoJobsPanel type={tab.type} />
        )}
      </Tabs>
    </div>
  );
}
