import { MemberPin, type MemberPinProps } from '#client/ui/MemberPin.tsx';
import { Marker } from './Marker';

export interface MemberMarkerProps extends MemberPinProps {
  latitude: number;
  longitude: number;
  /** The age for the accessible name, e.g. '2 minutes ago'. */
  ageLabel?: string | undefined;
  /** See `Marker`. */
  animationMs?: number | undefined;
  onClick: () => void;
}

/** A member on the map. The button's name starts with the member's: "Ana, 2 minutes ago". */
export function MemberMarker({
  latitude,
  longitude,
  ageLabel,
  animationMs,
  onClick,
  ...pin
}: MemberMarkerProps) {
  return (
    <Marker
      latitude={latitude}
      longitude={longitude}
      label={ageLabel ? `${pin.name}, ${ageLabel}` : pin.name}
      onClick={onClick}
      placementId={pin.id}
      animationMs={animationMs}
      raised={pin.selected}
      selected={pin.selected ?? false}
    >
      <MemberPin {...pin} />
    </Marker>
  );
}
