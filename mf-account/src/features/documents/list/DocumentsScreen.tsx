import { torontoDate } from '@portal/contracts/_kernel/clock';
import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { licenceName } from '@portal/contracts/documents/documents.expiry';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import type { Session } from '@portal/mf-kit/portal';
import type { PressContext } from '@portal/mf-kit/remote';
import { useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { useNow } from '@portal/mf-kit/useNow';
import { useSession } from '@portal/mf-kit/useSession';
import { isSettled } from '@portal/mf-kit/waitForQueries';
import { Banner } from '@portal/ui/Banner';
import { PageHeader } from '@portal/ui/PageHeader';
import { RevealInOrder } from '@portal/ui/RevealInOrder';
import { Skeleton } from '@portal/ui/Skeleton';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { LicenceCardPart } from '../card/LicenceCardPart';
import styles from '../Documents.module.css';
import { readDocumentsEarly, useDocuments, useFailureBanner } from '../documents.queries';
import { ExpiryTimeline } from '../timeline/ExpiryTimeline';
import { AddDocumentForm } from './AddDocumentForm';
import { DeletionBar } from './DeletionBar';
import { DocumentsTable } from './DocumentsTable';
import { useDeletions } from './useDeletions';

const HOUR_MS = 3_600_000;

const linkTo = (page: number) => documentsPaths.list({ page: pageForUrl(page) });

/** The displayed page of documents, without those that are being deleted. */
function useVisibleDocuments(guardId: string, page: number) {
  const query = useDocuments(guardId, page);
  const deletions = useDeletions(query.hasData ? query.data.docs.map(({ id }) => id) : null, page);
  const docs = query.data.docs.filter(({ id }) => !deletions.hidden.has(id));
  const data = { ...query.data, docs, total: query.data.total - (query.data.docs.length - docs.length) };
  return { query: { ...query, data } as typeof query, deletions };
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    selected,
    select: (ids: readonly string[], isSelected: boolean) =>
      setSelected((all) => new Set(isSelected ? [...all, ...ids] : [...all].filter((id) => !ids.includes(id)))),
  };
}

function Documents({ session: { guardId, guard } }: { session: Session }) {
  const page = pageInUrl(useSearchParams()[0]);
  const { query, deletions } = useVisibleDocuments(guardId, page);
  const { banner, close } = useFailureBanner(query);
  const { selected, select } = useSelection();
  const [added, setAdded] = useState(0);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  // The focused form starts again after adding. The focus moves to the list with the new document.
  useEffect(() => {
    if (added > 0) focusHeading();
  }, [added, focusHeading]);

  const now = useNow(HOUR_MS);
  const today = now === null ? null : torontoDate(new Date(now));
  const { securityRegistrationExpiryDate: licenceEnds } = guard;
  const licence = licenceEnds ? [{ key: licenceName, name: `Your ${licenceName}`, expiryDate: licenceEnds }] : [];
  const documents = query.data.docs.map((one) => ({ key: one.id, name: one.documentType, expiryDate: one.expiryDate }));
  return (
    <RevealInOrder className={styles.screen}>
      <PageHeader
        title="My Documents"
        back={{ label: 'Back', href: guardsPaths.myProfile({ id: guardId }) }}
        actions={<LicenceCardPart guard={guard} />}
      />
      {banner && (
        <Banner kind="error" timeoutMs={limits.bannerMs} onClose={close}>
          {banner}
        </Banner>
      )}
      {isSettled(query) && today !== null ? (
        <ExpiryTimeline expiries={[...licence, ...documents]} today={today} />
      ) : (
        <Skeleton shape="card" count={1} label="Loading your expiry dates" />
      )}
      <section aria-labelledby={id} className={styles.section}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
          Saved documents
        </h2>
        <DeletionBar deletions={deletions} onGone={focusHeading} />
        <PagedList
          query={query}
          page={page}
          linkTo={linkTo}
          counted={['document', 'documents']}
          failed="Your documents could not be loaded"
          detail="They are safe with us."
          loading={{ shape: 'rows', count: 3, label: 'Loading your documents' }}
          empty={{ icon: 'card', title: copy.noDataFound, why: 'Documents you add appear here, with their expiry dates.' }}
        >
          {(docs) => (
            <DocumentsTable
              documents={docs}
              today={today}
              selected={selected}
              onSelect={select}
              onDelete={(deleted, isSelected) => {
                select(
                  deleted.map((one) => one.id),
                  false,
                );
                deletions.remove(deleted, isSelected);
              }}
            />
          )}
        </PagedList>
      </section>
      <AddDocumentForm key={added} guardId={guardId} onSubmit={deletions.clearFailure} onAdded={() => setAdded((count) => count + 1)} />
    </RevealInOrder>
  );
}

/** The expiry dates, the saved documents, and the form that adds one. */
export function DocumentsScreen() {
  const session = useSession();
  return session && <Documents session={session} />;
}
DocumentsScreen.startReads = ({ search }: PressedLink, by: PressContext): void => readDocumentsEarly(pageInUrl(search), by);
