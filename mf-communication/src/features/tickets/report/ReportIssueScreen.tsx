import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketTypes } from '@portal/contracts/tickets/tickets.rules';
import { pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { PageHeader } from '@portal/ui/PageHeader';
import { useState } from 'react';
import styles from './ReportIssue.module.css';
import { TicketForm } from './TicketForm';
import { TicketsTable } from './TicketsTable';

/**
 * A form for a ticket with pictures, and the guard's tickets below. The address may set type, job, title and text:
 * `/reportIssue?type=4&job=<id>`.
 */
export function ReportIssueScreen() {
  const session = useSession();
  const [params] = useSearchParams();
  const [sent, setSent] = useState(0);
  const type = (params.get('type') ?? '') in ticketTypes ? (params.get('type') ?? '') : '';
  const job = params.get('job') ?? '';
  const title = params.get('title') ?? '';
  const text = params.get('text') ?? '';
  const linkTo = (page: number) =>
    ticketsPaths.report({
      type: type || undefined,
      job: job || undefined,
      title: title || undefined,
      text: text || undefined,
      page: pageForUrl(page),
    });
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Report Issue"
        lead="Tell us what is wrong, and add pictures. We reply in the ticket and notify you."
        back={{ label: 'Support', href: ticketsPaths.support() }}
      />
      {session && (
        <TicketForm
          key={`${type} ${job} ${title} ${text} ${sent}`}
          guardId={session.guardId}
          chosen={sent > 0 ? {} : { type, job, title, text }}
          onSent={() => setSent((count) => count + 1)}
        />
      )}
      <TicketsTable page={pageInUrl(params)} linkTo={linkTo} sent={sent} />
    </div>
  );
}
