import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMapContext } from './MapContext';
import { tileStyle } from './tileStyle';
import './tile-trouble.css';

/** After this many failed tiles, with none in between that loads, the tiles count as unreachable. */
const FAILURES = 3;
/** Between attempts, in milliseconds: the first, and the longest after it has been doubled. */
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 60_000;
/** Of the grid's squares, in CSS pixels; the same as in tile-trouble.css. */
const SQUARE_PX = 64;

interface Tiles {
  tileUrl: string;
}

/** Whether the tiles of the map cannot be loaded. Tries again until one loads, at once when the network is back. */
export function useTileTrouble({ tileUrl }: Tiles): boolean {
  const { handle } = useMapContext();
  const [isFailing, setFailing] = useState(false);
  const failures = useRef(0);
  useEffect(() => {
    const { map } = handle;
    const onError = (event: object) => {
      if (!isOfTile(event)) return;
      failures.current += 1;
      if (failures.current >= FAILURES) setFailing(true);
    };
    const onData = (event: object) => {
      if (!isOfTile(event)) return;
      failures.current = 0;
      setFailing(false);
    };
    map.on('error', onError);
    map.on('data', onData);
    return () => {
      if (handle.removed) return;
      map.off('error', onError);
      map.off('data', onData);
    };
  }, [handle]);

  // A new style forgets the tiles that have failed.
  const retry = useEffectEvent(() => {
    if (!handle.removed) handle.map.setStyle(tileStyle(tileUrl), { diff: false });
  });
  useEffect(() => {
    if (!isFailing) return undefined;
    let pause = RETRY_MS;
    let timer = window.setTimeout(again, pause);
    function again() {
      retry();
      pause = Math.min(pause * 2, RETRY_MAX_MS);
      timer = window.setTimeout(again, pause);
    }
    const onOnline = () => retry();
    addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', onOnline);
    };
  }, [isFailing]);
  return isFailing;
}

const isOfTile = (event: object): boolean =>
  'tile' in event && 'sourceId' in event && event.sourceId === 'tiles';

/** A grid instead of tiles, which moves with the map. */
export function MapGrid() {
  const { handle } = useMapContext();
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { map } = handle;
    const draw = () => {
      const { x, y } = map.project([0, 0]);
      if (grid.current) grid.current.style.backgroundPosition = `${x % SQUARE_PX}px ${y % SQUARE_PX}px`;
    };
    draw();
    map.on('move', draw);
    return () => {
      if (!handle.removed) map.off('move', draw);
    };
  }, [handle]);
  return <div className="map-grid" ref={grid} />;
}
