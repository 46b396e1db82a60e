import type { Guard } from '@portal/contracts/_kernel/guard';
import { Avatar } from '@portal/ui/Avatar';
import { lazy, Suspense } from 'react';
import styles from './ProfilePicture.module.css';

const SessionImage = lazy(() => import('@portal/mf-kit/SessionImage').then((module) => ({ default: module.SessionImage })));

/** The guard's picture (SHELL-07), or the default one (SHELL-08). */
export function ProfilePicture({ guard }: { guard: Guard }) {
  const standard = <Avatar name="" size="small" />;
  if (!guard.profileImage) return standard;
  return (
    <Suspense fallback={standard}>
      <SessionImage filename={guard.profileImage} alt="" className={styles.picture ?? ''} fallback={standard} />
    </Suspense>
  );
}
