import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketLabels } from '@portal/contracts/tickets/tickets.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { Icon, type IconName } from '@portal/ui/Icon';
import styles from './SupportScreen.module.css';

const topics: Readonly<Record<number, { icon: IconName; title: string; text: string }>> = {
  3: {
    icon: 'user',
    title: 'Is something in your profile wrong?',
    text: 'We can change details that you cannot, such as your name, your licence or a document.',
  },
  4: {
    icon: 'wallet',
    title: 'Is a payment missing, or do you want to change how you are paid?',
    text: 'Choose the job. A picture of the pay slip or of your record helps us reply quickly.',
  },
  5: { icon: 'support', title: ticketLabels.othersTitle, text: ticketLabels.others },
};

/** A tab without jobs: its purpose, and a link to a ticket of its type (SUPPORT-10). */
export function NoJobsPanel({ type }: { type: number }) {
  const portal = usePortal();
  const topic = topics[type];
  if (!topic) return null;
  return (
    <Card className={styles.topic}>
      <span className={styles.picture}>
        <Icon name={topic.icon} size={28} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{topic.title}</h2>
        <p className={styles.text}>{topic.text}</p>
        <ButtonLink href={ticketsPaths.report({ type })} onNavigate={portal.navigate}>
          Write a ticket
        </ButtonLink>
      </div>
    </Card>
  );
}
