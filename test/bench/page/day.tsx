/**
 * The page of the day bench: `#WAY PATH TOKEN` sets what is requested and how it is drawn. Once the map is idle the page
 * sends the request, and sets `data-painted` to the milliseconds until the line is on the map.
 */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { HISTORY_COLUMNS_TYPE, HistoryColumns } from '#contract/locations';
import { type Day, readDay } from '#client/features/locations/history/day';
import { type MapHandle, useMapContext } from '#client/map/MapContext';
import { MapView } from '#client/map/MapView.tsx';
import { TrackLine } from '#client/map/TrackLine.tsx';
import { createClock } from '#client/services/clock';
import { runSlice } from '#shared/timeSlicing';
import '../../../src/client/ui/index.css';

const CENTER = { latitude: 46.05, longitude: 14.5 };
const [way = '', path = '', token = ''] = location.hash.slice(1).split('%20');
const { now, nextTask } = createClock();
const headers = { Authorization: `Bearer ${token}` };

/** Sets `data-painted` at the first frame with the line. The map's `idle` event comes 300 or 600 ms later, at random. */
function whenPainted(map: MapHandle['map'], since: number): void {
  const onRender = () => {
    if (!map.loaded() || map.querySourceFeatures('line').length === 0) return;
    map.off('render', onRender);
    document.body.dataset['painted'] = String(performance.now() - since);
  };
  map.on('render', onRender);
}

/** As the product: columns, read in time slices, and only the visible part of the line. */
function Columns() {
  const { handle } = useMapContext();
  const [shown, setShown] = useState<{ day: Day; since: number } | null>(null);
  useEffect(() => {
    async function load(): Promise<void> {
      const since = performance.now();
      const answer = await fetch(path, { headers: { ...headers, Accept: HISTORY_COLUMNS_TYPE } });
      const steps = readDay(HistoryColumns.parse(await answer.json()).blocks);
      let step = runSlice(steps, now);
      for (; !step.done; step = runSlice(steps, now)) await nextTask();
      setShown({ day: step.value, since });
    }
    handle.map.once('idle', () => void load());
  }, [handle]);
  useEffect(() => {
    if (shown) whenPainted(handle.map, shown.since);
  }, [handle, shown]);
  return shown ? <TrackLine id="line" line={shown.day.track} dark={false} /> : null;
}

interface Row {
  latitude: number;
  longitude: number;
}

/** The reference: the list of rows, and every point in the line. */
function Rows() {
  const { handle } = useMapContext();
  useEffect(() => {
    const { map } = handle;
    async function load(): Promise<void> {
      const since = performance.now();
      const answer = await fetch(path, { headers: { ...headers, Accept: 'application/json' } });
      const rows = (await answer.json()) as Row[];
      const coordinates = rows.map(({ latitude, longitude }) => [longitude, latitude]);
      const data: GeoJSON.Feature = {
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates },
      };
      map.addSource('line', { type: 'geojson', data });
      map.addLayer({ id: 'line', type: 'line', source: 'line', paint: { 'line-width': 4 } });
      whenPainted(map, since);
    }
    map.once('idle', () => void load());
  }, [handle]);
  return null;
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <MapView center={CENTER} centerKey={0} zoom={11} tileUrl="" attribution="" dark={false} label="Bench">
      {way === 'columns' ? <Columns /> : <Rows />}
    </MapView>,
  );
