import {
  type Attributes,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
} from 'react';

type Modules = typeof import('./LaterParts');
interface Waiting extends Attributes {
  /** Shown until the part is there. */
  fallback?: ReactNode;
}
type Props = { [Name in keyof Modules]: ComponentProps<Modules[Name]> & Waiting };
type Parts = { [Name in keyof Modules]: ComponentType<Props[Name]> };

/**
 * A part of the map page that loads after the map, in one bundle with the others. Where the bundle cannot be fetched the
 * part is missing, and the map stays.
 */
function later<Name extends keyof Modules>(name: Name) {
  const Part = lazy<ComponentType<Props[Name]>>(async () => ({
    default: await import('./LaterParts').then(
      (parts: Parts) => parts[name],
      () => () => null,
    ),
  }));
  return (props: Props[Name]) => (
    <Suspense fallback={props.fallback}>
      <Part {...props} />
    </Suspense>
  );
}

export const AccuracyHalo = later('AccuracyHalo');
export const FamilyChoice = later('FamilyChoice');
export const FamilyFences = later('FamilyFences');
export const FirstSteps = later('FirstSteps');
export const LaterPart = later('LaterPart');
export const MapNotices = later('MapNotices');
export const MapOverlay = later('MapOverlay');
export const MemberCard = later('MemberCard');
export const PanelFoot = later('PanelFoot');
export const SosMarkers = later('SosMarkers');
