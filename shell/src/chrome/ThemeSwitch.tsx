import type { IconName } from '@portal/ui/Icon';
import { IconButton } from '@portal/ui/IconButton';
import { useSignal } from '../platform/signal';
import styles from './ThemeSwitch.module.css';
import { THEMES, type Theme, type ThemeControl } from './theme';

const looks: Record<Theme, { icon: IconName; label: string }> = {
  system: { icon: 'contrast', label: 'same as your device' },
  light: { icon: 'sun', label: 'light' },
  dark: { icon: 'moon', label: 'dark' },
  contrast: { icon: 'eye', label: 'high contrast' },
};

/** Chooses the next theme. Its label names the current and the next one. */
export function ThemeSwitch({ theme }: { theme: ThemeControl }) {
  const now = useSignal(theme.theme);
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system';
  return (
    <IconButton
      icon={looks[now].icon}
      label={`Theme: ${looks[now].label}. Change to ${looks[next].label}`}
      className={styles.switch}
      onClick={() => theme.choose(next)}
    />
  );
}
