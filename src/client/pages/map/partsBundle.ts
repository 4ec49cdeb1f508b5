/** What the map page shows besides members and places: one bundle, which `lazyParts.tsx` loads after the map. */
import './phone.css';
export { AccuracyHalo } from '#client/map/circles.tsx';
export { FamilyChoice } from '#client/features/families/views/FamilyChoice.tsx';
export { FamilyFences } from '#client/features/geofences/views/FamilyFences.tsx';
export { SosMarkers } from '#client/features/alerts/views/SosMarkers.tsx';
export { FirstSteps } from './FirstSteps';
export { JoinedLater } from './JoinedLater';
export { LoadedMapPart } from './LoadedMapPart';
export { MemberCard } from './MemberCard';
export { MemberSearch } from './MemberSearch';
export { PanelFoot } from './PanelFoot';
export { MapNotices } from './MapNotices';
export { MapOverlay } from './overlay/MapOverlay';
