import { useEffect, useRef, useState } from 'react';
import { createClock } from '#client/services/clock';
import { SelectField } from '#client/ui/controls.tsx';
import type { LogPlayer } from '../logPlayer';

const SCREENS = {
  phone: { label: 'Phone', width: 390, height: 844 },
  desktop: { label: 'Desktop', width: 1280, height: 800 },
} as const;
type Screen = keyof typeof SCREENS;
const SCREEN_OPTIONS = Object.entries(SCREENS).map(([value, { label, width, height }]) => ({
  value,
  label: `${label}, ${width} × ${height}`,
}));

/** With this policy the browser blocks every request of the frame but its scripts, its styles and the map's workers. */
const POLICY =
  "connect-src 'none'; img-src data: blob:; media-src 'none'; font-src 'none'; form-action 'none'; frame-src 'none'; worker-src blob:; object-src 'none'";

/** The app in a frame with the size of a screen and without network access. */
export function AppFrame({ player }: { player: LogPlayer }) {
  const [screen, setScreen] = useState<Screen>('phone');
  const [ready, setReady] = useState(false);
  const [page] = useState(buildFramePage);
  const frame = useRef<HTMLIFrameElement>(null);
  const { container, scale } = useScale(SCREENS[screen]);
  useKeepFocus(frame, player);

  useEffect(() => {
    window.kinmapReplay = { player, onReady: () => setReady(true) };
    return () => {
      delete window.kinmapReplay;
    };
  }, [player]);

  const { width, height } = SCREENS[screen];
  return (
    <section className="replay-app" aria-label="The app at this moment">
      <SelectField
        label="Screen"
        options={SCREEN_OPTIONS}
        value={screen}
        onChange={({ target }) => setScreen(target.value as Screen)}
      />
      <div className="replay-room" ref={container}>
        <div className="replay-screen" style={{ width: width * scale, height: height * scale }}>
          {/* No sandbox: scripts of the same origin could remove it. They cannot remove the policy. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            ref={frame}
            title="Kinmap"
            data-ready={ready}
            srcDoc={page}
            allow="geolocation 'none'"
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </section>
  );
}

/** A page with the scripts and styles of this page. */
function buildFramePage(): string {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('head script[src], body > script[src]')];
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return `<!doctype html><html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map(({ href }) => `<link rel="stylesheet" href="${href}">`).join('')}
${scripts.map(({ src, type }) => `<script type="${type}" src="${src}"></script>`).join('')}
</head><body><div id="root"></div></body></html>`;
}

/** The scale at which a screen fits into its container. */
function useScale({ width, height }: { width: number; height: number }) {
  const container = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { container, scale: Math.min(1, size.width / width, size.height / height) };
}

/** Returns the focus from dialogs that open in the app, so that the keyboard keeps controlling the player. */
function useKeepFocus(frame: React.RefObject<HTMLIFrameElement | null>, player: LogPlayer): void {
  useEffect(() => {
    const { nextFrame } = createClock();
    let before: Element | null = null;
    const remember = (event: FocusEvent) => void (before = event.target as Element);
    document.addEventListener('focusin', remember);
    const stop = player.subscribe(() => {
      if (document.activeElement === frame.current) return;
      nextFrame(() => {
        if (document.activeElement === frame.current && before instanceof HTMLElement) before.focus();
      });
    });
    return () => {
      stop();
      document.removeEventListener('focusin', remember);
    };
  }, [frame, player]);
}
