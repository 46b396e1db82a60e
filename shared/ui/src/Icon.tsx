import { cx } from './cx';
import styles from './Icon.module.css';
import { iconPaths } from './iconPaths';

export type IconName = keyof typeof iconPaths;

export interface IconProps {
  name: IconName;
  /** In pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** Decoration for assistive technology: always add a text, visible or visually hidden. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} focusable="false" className={cx(styles.icon, className)}>
      <path d={iconPaths[name]} />
    </svg>
  );
}
