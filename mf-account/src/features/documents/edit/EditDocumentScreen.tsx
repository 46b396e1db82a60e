import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useParams } from '@portal/mf-kit/router';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { PageHeader } from '@portal/ui/PageHeader';
import styles from '../Documents.module.css';
import { useDocument } from '../documents.queries';
import { EditDocumentForm } from './EditDocumentForm';

export function EditDocumentScreen() {
  const { id = '' } = useParams();
  return (
    <div className={styles.screen}>
      <PageHeader title="Update Document" back={{ label: 'My Documents', href: documentsPaths.list() }} />
      <QueryView
        query={useDocument(id)}
        failed="Your document could not be loaded"
        detail="It is safe with us."
        notFoundIsAnswer
        notFoundAction={<ButtonLink href={documentsPaths.list()}>My Documents</ButtonLink>}
        goneNotice="This document was deleted, in another tab or on another device. What you entered is still here: you can add it as a new document."
        loading={{ shape: 'form', count: 4, label: 'Loading your document' }}
      >
        {(document, wasDeleted) => <EditDocumentForm key={document.id} document={document} wasDeleted={wasDeleted} />}
      </QueryView>
    </div>
  );
}
