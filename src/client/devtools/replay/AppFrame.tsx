import { useEffect, useRef, useState } from 'react';
import { createClock } from '#client/services/clock';
import { SelectField } from '#client/ui/controls.tsx';
import type { Player } from '../player';

const SCREENS = {
  phone: { label: 'Phone', width: 390, height: 844 },
  desktop: { label: 'Desktop', width: 1280, height: 800 },
} as const;
type Screen = keyof typeof SCREENS;
const SCREEN_OPTIONS = Object.entries(SCREENS).map(([value, { label, width, height }]) => ({
  value,
  label: `${label}, ${width} × ${height}`,
}));

/** Under this policy the browser itself sends nothing that the frame might ask for. */
const POLICY =
  "connect-src 'none'; img-src data: blob:; media-src 'none'; font-src 'none'; form-action 'none'";

/** The app itself, in a frame of its own: it lays itself out as on that screen, and can reach nothing. */
export function AppFrame({ player }: { player: Player }) {
  const [screen, setScreen] = useState<Screen>('phone');
  const [ready, setReady] = useState(false);
  const [page] = useState(framePage);
  const frame = useRef<HTMLIFrameElement>(null);
  const { room, scale } = useScale(SCREENS[screen]);
  useFocusKeptOut(frame, player);

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
      <div className="replay-room" ref={room}>
        <div className="replay-screen" style={{ width: width * scale, height: height * scale }}>
          {/* No sandbox: our own scripts at our own origin could take it off. The policy within cannot be taken off. */}
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

/** A page with the scripts and styles that this one began with. */
function framePage(): string {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('head script[src], body > script[src]')];
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return `<!doctype html><html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map(({ href }) => `<link rel="stylesheet" href="${href}">`).join('')}
${scripts.map(({ src, type }) => `<script type="${type}" src="${src}"></script>`).join('')}
</head><body><div id="root"></div></body></html>`;
}

/** How far a screen must shrink to fit into the room that there is for it. */
function useScale({ width, height }: { width: number; height: number }) {
  const room = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { room, scale: Math.min(1, size.width / width, size.height / height) };
}

/** A dialog that opens in the app takes the focus; whoever steps through the log by keyboard gets it back. */
function useFocusKeptOut(frame: React.RefObject<HTMLIFrameElement | null>, player: Player): void {
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
