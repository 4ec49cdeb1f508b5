/**
 * The page of the bench of markers: `#WAY-COUNT` says how many members there are and how they are drawn. From
 * the event `begin` to the event `end` everybody gets a new place each second and animations there.
 */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { mapboxgl } from '#client/map/mapboxLibrary';
import { MapView } from '#client/map/MapView.tsx';
import { useMapContext } from '#client/map/MapContext';
import { MemberDots } from '#client/map/MemberDots.tsx';
import { MemberMarker } from '#client/map/MemberMarker.tsx';
import { createPositionAnimation } from '#client/map/animation';
import { colorFor } from '#client/ui/colors';
import '../../../src/client/ui/index.css';

const CENTER = { latitude: 45.275, longitude: 13.712 };
const GLIDE_MS = 900;
const [way = '', count = '0'] = location.hash.slice(1).split('-');

function placesAt(round: number) {
  return Array.from({ length: Number(count) }, (_, index) => ({
    id: `person-${index}`,
    latitude: CENTER.latitude + Math.sin(index * 12.9898) * 0.02 + 0.0006 * Math.cos(index) * round,
    longitude: CENTER.longitude + Math.sin(index * 78.233) * 0.02 + 0.0006 * Math.sin(index) * round,
    color: colorFor(`person-${index}`).fill,
  }));
}
type Places = ReturnType<typeof placesAt>;

/** As the product draws few. */
function Markers({ places }: { places: Places }) {
  return places.map(({ id, latitude, longitude }) => (
    <MemberMarker
      key={id}
      id={id}
      name={id}
      latitude={latitude}
      longitude={longitude}
      presence="fresh"
      onClick={nothing}
    />
  ));
}

/** The plain way: an element of the map library for each, moved in every frame. */
function Plain({ places }: { places: Places }) {
  const { handle } = useMapContext();
  const [animations] = useState(() =>
    places.map((place) => {
      const element = document.createElement('div');
      element.style.cssText = `width:14px;height:14px;border-radius:50%;border:2px solid #fff;background:${place.color}`;
      const marker = new mapboxgl.Marker({ element })
        .setLngLat([place.longitude, place.latitude])
        .addTo(handle.map);
      return createPositionAnimation(place, ({ longitude, latitude }) =>
        marker.setLngLat([longitude, latitude]),
      );
    }),
  );
  useEffect(
    () => animations.forEach((animation, index) => animation.moveTo(places[index] ?? CENTER, GLIDE_MS)),
    [animations, places],
  );
  return null;
}

const nothing = () => undefined;

function Bench() {
  const [places, setPlaces] = useState(() => placesAt(0));
  useEffect(() => {
    let [round, timer] = [0, 0];
    const move = () => setPlaces(placesAt((round += 1) % 8));
    const begin = () => {
      move();
      timer = window.setInterval(move, 1_000);
    };
    const end = () => clearInterval(timer);
    window.addEventListener('begin', begin);
    window.addEventListener('end', end);
    return () => {
      end();
      window.removeEventListener('begin', begin);
      window.removeEventListener('end', end);
    };
  }, []);
  return (
    <MapView center={CENTER} centerKey={0} zoom={13} tileUrl="" attribution="" dark={false} label="Bench">
      {way === 'crowd' ? <MemberDots members={places} onSelect={nothing} /> : null}
      {way === 'markers' ? <Markers places={places} /> : null}
      {way === 'plain' ? <Plain places={places} /> : null}
    </MapView>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Bench />);
