import { cx } from './cx';
import styles from './Icon.module.css';
import { iconPaths } from './iconPaths';

export type IconName = keyof typeof iconPaths;

export interface IconProps {
  name: IconName;
  /** Pixels. */
  size?: number | undefined;
  /** Read out; without it the icon is decoration. */
  label?: string | undefined;
  className?: string | undefined;
}

export function Icon({ name, size = 24, label, className }: IconProps) {
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg {...named} viewBox="0 0 24 24" width={size} height={size} focusable="false" className={cx(styles.icon, className)}>
      <path d={iconPaths[name]} />
    </svg>
  );
}
