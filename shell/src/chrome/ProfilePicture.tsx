import type { Guard } from '@portal/contracts/_kernel/guard';
import { Avatar } from '@portal/ui/Avatar';
import { lazyWithRetry } from './lazyWithRetry';
import styles from './ProfilePicture.module.css';

const SessionImage = lazyWithRetry(() => import('@portal/mf-kit/SessionImage').then((module) => module.SessionImage));

/** The guard's picture (SHELL-07), or the default one (SHELL-08). */
export function ProfilePicture({ guard }: { guard: Guard }) {
  const standard = <Avatar name="" size="small" />;
  if (!guard.profileImage) return standard;
  return <SessionImage placeholder={standard} filename={guard.profileImage} alt="" className={styles.picture ?? ''} fallback={standard} />;
}
