import {
  type Attributes,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
} from 'react';

type Modules = typeof import('./partsBundle');
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
function lazyPart<Name extends keyof Modules>(name: Name) {
  const Part = lazy<ComponentType<Props[Name]>>(async () => ({
    default: await import('./partsBundle').then(
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

export const AccuracyHalo = lazyPart('AccuracyHalo');
export const FamilyChoice = lazyPart('FamilyChoice');
export const FamilyFences = lazyPart('FamilyFences');
export const FirstSteps = lazyPart('FirstSteps');
export const JoinedLater = lazyPart('JoinedLater');
export const LoadedMapPart = lazyPart('LoadedMapPart');
export const MapNotices = lazyPart('MapNotices');
export const MapOverlay = lazyPart('MapOverlay');
export const MemberCard = lazyPart('MemberCard');
export const MemberSearch = lazyPart('MemberSearch');
export const PanelFoot = lazyPart('PanelFoot');
export const SosMarkers = lazyPart('SosMarkers');
