import { PageHeader } from '@portal/ui/PageHeader';
import type { ReactNode } from 'react';

/** Shown for a record that does not exist, or belongs to another guard. `children`: links to other screens. */
export function RecordNotFound({ title, why, children }: { title: string; why?: string; children?: ReactNode }) {
  return (
    <section>
      <PageHeader title={title} />
      {why ? <p>{why}</p> : null}
      {children}
    </section>
  );
}
