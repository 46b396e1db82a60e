import { PageHeader } from '@portal/ui/PageHeader';
import type { ReactNode } from 'react';

/** A record that is not there, or not this guard's: says which, and gives a way on as children. */
export function RecordNotFound({ title, why, children }: { title: string; why?: string; children?: ReactNode }) {
  return (
    <section>
      <PageHeader title={title} />
      {why ? <p>{why}</p> : null}
      {children}
    </section>
  );
}
