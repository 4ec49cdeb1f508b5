import { type ComponentType, lazy } from 'react';

type Parts = typeof import('./LaterParts');

/**
 * A part of the map page that loads after the map, in one bundle with the others. Where the bundle cannot be fetched the
 * part is missing, and the map stays.
 */
const later = <Props>(pick: (parts: Parts) => ComponentType<Props>) =>
  lazy<ComponentType<Props>>(async () => ({
    default: await import('./LaterParts').then(pick, () => () => null),
  }));

export const AccuracyHalo = later((parts) => parts.AccuracyHalo);
export const FamilyChoice = later((parts) => parts.FamilyChoice);
export const FamilyFences = later((parts) => parts.FamilyFences);
export const FirstSteps = later((parts) => parts.FirstSteps);
export const LaterPart = later((parts) => parts.LaterPart);
export const MapNotices = later((parts) => parts.MapNotices);
export const MapOverlay = later((parts) => parts.MapOverlay);
export const MemberCard = later((parts) => parts.MemberCard);
export const PanelFoot = later((parts) => parts.PanelFoot);
export const SosMarkers = later((parts) => parts.SosMarkers);
