import type { Theme } from './ThemeSwitch';
import { useMedia } from './useMedia';

/** Whether the page is dark: as chosen, or as the system says and changes. */
export function useDark(theme: Theme): boolean {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'auto' ? systemIsDark : theme === 'dark';
}
