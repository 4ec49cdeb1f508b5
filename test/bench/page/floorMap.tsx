/** A minimal map screen for the pageLoads bench: a connection, and a marker at the position from the API. */
import { formatDistanceToNow } from 'date-fns';
import mapboxgl from 'mapbox-gl';
import 'mapbox-gl/dist/mapbox-gl.css';
import { useEffect, useRef } from 'react';
import { io } from 'socket.io-client';
import { showFloor } from './floor';

interface Fix {
  latitude: number;
  longitude: number;
  timestamp: string;
}

async function draw(container: HTMLElement): Promise<void> {
  io({ transports: ['websocket'] });
  const answer = await fetch('/api/locations/family');
  const [fix] = (await answer.json()) as Fix[];
  if (!fix) return;
  const place: [number, number] = [fix.longitude, fix.latitude];
  const style: mapboxgl.Style = { version: 8, sources: {}, layers: [] };
  const map = new mapboxgl.Map({ container, style, center: place, zoom: 13 });
  map.once('style.load', () => {
    const marker = new mapboxgl.Marker().setLngLat(place).addTo(map);
    marker.getElement().title = formatDistanceToNow(fix.timestamp);
  });
}

function MapScreen() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (container.current) void draw(container.current);
  }, []);
  return <div ref={container} style={{ height: '100vh' }} />;
}

showFloor(<MapScreen />);
