import type { ReactNode } from 'react';
import type { PlaceKind } from '#contract/geofences';
import { HomeIcon, PlaceIcon } from '#client/ui/actionIcons.tsx';
import { GrandparentsIcon, SchoolIcon, SportIcon, WorkIcon } from '#client/ui/placeIcons.tsx';
import './place-kinds.css';

const ICONS: Record<PlaceKind, () => ReactNode> = {
  home: HomeIcon,
  school: SchoolIcon,
  work: WorkIcon,
  sport: SportIcon,
  grandparents: GrandparentsIcon,
  other: PlaceIcon,
};

/** The icon of a place in the colour of its kind. Decorative: the name of the place is beside it. */
export function PlaceKindIcon({ kind }: { kind: PlaceKind }) {
  return (
    <span className="place-kind-icon" data-kind={kind}>
      <KindDrawing kind={kind} />
    </span>
  );
}

/** The icon alone, in the colour of the text beside it. */
export function KindDrawing({ kind }: { kind: PlaceKind }) {
  const Drawing = ICONS[kind];
  return <Drawing />;
}
