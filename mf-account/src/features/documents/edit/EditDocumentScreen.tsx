import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useParams } from '@portal/mf-kit/router';
import { PageHeader } from '@portal/ui/PageHeader';
import { useState } from 'react';
import styles from '../Documents.module.css';
import { useDocument } from '../documents.queries';
import { EditDocumentForm } from './EditDocumentForm';
import { ReplaceDocumentModal } from './ReplaceDocumentModal';

/** One document of the guard's, to be changed or replaced. */
export function EditDocumentScreen() {
  const { id = '' } = useParams();
  const query = useDocument(id);
  // While it is replaced it is gone for a moment: its form stays.
  const [replaced, setReplaced] = useState<GuardDocument | null>(null);
  return (
    <div className={styles.screen}>
      <PageHeader title="Update Document" back={{ label: 'My Documents', href: documentsPaths.list() }} />
      {replaced ? (
        <>
          <EditDocumentForm key={replaced.id} document={replaced} onReplace={() => undefined} />
          <ReplaceDocumentModal document={replaced} onClose={() => setReplaced(null)} />
        </>
      ) : (
        <QueryView
          query={query}
          failed="Your document could not be loaded"
          safe="It is safe with us."
          mayBeGone
          loading={{ shape: 'form', count: 4, label: 'Loading your document' }}
        >
          {(document) => <EditDocumentForm key={document.id} document={document} onReplace={() => setReplaced(document)} />}
        </QueryView>
      )}
    </div>
  );
}
