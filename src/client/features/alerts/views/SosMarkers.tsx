import { useAppSelector } from '../../../app/hooks';
import { Marker } from '../../../map/Marker';
import { PlacePin } from '../../../ui/PlacePin';
import { selectOpenCalls } from '../presented';

/** Where the calls for help came from that nobody here has dismissed yet. */
export function SosMarkers() {
  return useAppSelector(selectOpenCalls).map(({ id, text, latitude, longitude }) =>
    latitude === null || longitude === null ? null : (
      <Marker key={id} latitude={latitude} longitude={longitude} label={text} glideMs={0} sunken>
        <PlacePin tone="sos" />
      </Marker>
    ),
  );
}
