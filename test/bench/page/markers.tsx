/**
 * The page of the markers bench: `#WAY-COUNT` sets how members are drawn and how many there are. Between the events
 * `begin` and `end` every member gets a new position each second and glides there.
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
const MOVE_MS = 900;
const [way = '', count = '0'] = location.hash.slice(1).split('-');

function positionsAt(round: number) {
  return Array.from({ length: Number(count) }, (_, index) => ({
    id: `member-${index}`,
    latitude: CENTER.latitude + Math.sin(index * 12.9898) * 0.02 + 0.0006 * Math.cos(index) * round,
    longitude: CENTER.longitude + Math.sin(index * 78.233) * 0.02 + 0.0006 * Math.sin(index) * round,
    color: colorFor(`member-${index}`).fill,
  }));
}
type Positions = ReturnType<typeof positionsAt>;

/** As the product draws up to 100 members. */
function Markers({ positions }: { positions: Positions }) {
  return positions.map(({ id, latitude, longitude }) => (
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

/** The reference: an element of the map library for each member, moved in every frame. */
function Plain({ positions }: { positions: Positions }) {
  const { handle } = useMapContext();
  const [animations] = useState(() =>
    positions.map((position) => {
      const element = document.createElement('div');
      element.style.cssText = `width:14px;height:14px;border-radius:50%;border:2px solid #fff;background:${position.color}`;
      const marker = new mapboxgl.Marker({ element })
        .setLngLat([position.longitude, position.latitude])
        .addTo(handle.map);
      return createPositionAnimation(position, ({ longitude, latitude }) =>
        marker.setLngLat([longitude, latitude]),
      );
    }),
  );
  useEffect(
    () => animations.forEach((animation, index) => animation.moveTo(positions[index] ?? CENTER, MOVE_MS)),
    [animations, positions],
  );
  return null;
}

const nothing = () => undefined;

function Bench() {
  const [positions, setPositions] = useState(() => positionsAt(0));
  useEffect(() => {
    let [round, timer] = [0, 0];
    const move = () => setPositions(positionsAt((round += 1) % 8));
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
      {way === 'dots' ? <MemberDots members={positions} onSelect={nothing} /> : null}
      {way === 'markers' ? <Markers positions={positions} /> : null}
      {way === 'plain' ? <Plain positions={positions} /> : null}
    </MapView>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Bench />);
