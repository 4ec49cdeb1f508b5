/** The browser page: visibility, network, theme. */
export interface Page {
  /** False while the tab is hidden. */
  isShown(): boolean;
  isOnline(): boolean;
  onOnline(handler: (online: boolean) => void): () => void;
  /** Calls back when the page is shown again after it was hidden or frozen. */
  onShown(handler: () => void): () => void;
  /** IANA name of the time zone that the device is set to. */
  timeZone(): string;
  /** null follows the system. */
  setTheme(theme: 'light' | 'dark' | null): void;

  /** The part of the address after the #. It is removed, so that the browser's history does not keep it. */
  takeFragment(): string;
  reload(): void;
  /**
   * Keeps the screen on until the page is hidden, where the browser can.
   * @returns ends it
   */
  keepScreenOn(): () => void;
}

export function createPage(): Page {
  return {
    isShown: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    onOnline(handler) {
      const online = () => handler(true);
      const offline = () => handler(false);
      addEventListener('online', online);
      addEventListener('offline', offline);
      return () => {
        removeEventListener('online', online);
        removeEventListener('offline', offline);
      };
    },
    onShown(handler) {
      const visible = () => document.visibilityState === 'visible' && handler();
      const restored = (event: PageTransitionEvent) => event.persisted && handler();
      document.addEventListener('visibilitychange', visible);
      addEventListener('pageshow', restored);
      return () => {
        document.removeEventListener('visibilitychange', visible);
        removeEventListener('pageshow', restored);
      };
    },
    takeFragment() {
      const { hash, pathname, search } = location;
      history.replaceState(history.state, '', pathname + search);
      return hash.slice(1);
    },
    reload: () => location.reload(),
    keepScreenOn() {
      // Missing in older browsers and on insecure origins, although the types say otherwise; refused while the page is hidden.
      const locks = navigator.wakeLock as WakeLock | undefined;
      const held = locks?.request('screen').catch(() => undefined);
      return () => void held?.then((lock) => lock?.release());
    },
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    setTheme(theme) {
      if (theme === null) delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = theme;
    },
  };
}
