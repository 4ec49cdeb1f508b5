import { focusPageTitle } from './Page';

/** Shows what is new above the page, after a press further down on it. */
export function showTop(news: HTMLElement | null): void {
  if (!news) return;
  scrollTo({ top: 0 });
  focusPageTitle();
}
