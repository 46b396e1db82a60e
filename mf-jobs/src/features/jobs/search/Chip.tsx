import { cx } from '@portal/ui/cx';
import { Icon, type IconName } from '@portal/ui/Icon';
import styles from './Chip.module.css';

interface Props {
  label: string;
  isOn: boolean;
  press(): void;
  icon?: IconName;
  /** Shows a cross while the chip is on. */
  isRemovable?: boolean;
}

/** A filter that one press turns on or off. */
export function Chip({ label, isOn, press, icon, isRemovable }: Props) {
  return (
    <button type="button" className={cx(styles.chip, isOn && styles.on)} aria-pressed={isOn} onClick={press}>
      {icon && <Icon name={icon} size={18} />}
      <span>{label}</span>
      {isRemovable && isOn && <Icon name="close" size={18} />}
    </button>
  );
}
