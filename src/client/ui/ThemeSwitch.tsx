import { t } from '#client/i18n/text';
import { AutoThemeIcon, MoonIcon, SunIcon } from './icons';
import { IconButton } from './RoundButton';

export type Theme = 'auto' | 'light' | 'dark';

export interface ThemeSwitchProps {
  theme: Theme;
  onChange: (theme: Theme) => void;
}

const NEXT: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
const label = (theme: Theme) =>
  t({ auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' }[theme]);

/** One button that goes round: as the system, light, dark. A saga writes the choice to `<html data-theme>`. */
export function ThemeSwitch({ theme, onChange }: ThemeSwitchProps) {
  return (
    <IconButton
      label={label(theme)}
      icon={<ThemeIcon theme={theme} />}
      onClick={() => onChange(NEXT[theme])}
    />
  );
}

function ThemeIcon({ theme }: { theme: Theme }) {
  if (theme === 'light') return <SunIcon />;
  return theme === 'dark' ? <MoonIcon /> : <AutoThemeIcon />;
}
