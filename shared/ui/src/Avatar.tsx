import { useState } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx';
import { Icon } from './Icon';

export interface AvatarProps {
  /** Without an address, or if the picture fails to load, the default picture is shown. */
  src?: string | null | undefined;
  /** The person in the picture. Empty if the name is displayed next to it. */
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
