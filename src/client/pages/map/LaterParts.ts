/** What the map page shows besides members and places: one bundle, which `later.ts` loads after the map. */
export { FamilyChoice } from './FamilyChoice';
export { FirstSteps } from './FirstSteps';
export { LaterPart } from './LaterPart';
export { MemberCard } from './MemberCard';
export { PanelFoot } from './PanelFoot';
export { MapNotices } from './MapNotices';
export { MapOverlay } from './overlay/MapOverlay';
