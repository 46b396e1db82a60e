import { useState } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx';
import { Icon } from './Icon';

export interface AvatarProps {
  /** Nothing, or a picture that fails to load, shows the default picture. */
  src?: string | null | undefined;
  /** Whose picture it is. Empty where the name stands beside. */
  name: string;
  size?: 'small' | 'medium' | 'large' | undefined;
  className?: string | undefined;
}

export function Avatar({ src, name, size = 'medium', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const classes = cx(styles.avatar, styles[size], className);
  if (src && src !== broken) return <img src={src} alt={name} className={classes} onError={() => setBroken(src)} />;
  const named = name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true };
  return (
    <span {...named} className={classes}>
      <Icon name="user" className={styles.figure} />
    </span>
  );
}
