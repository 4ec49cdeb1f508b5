import type { CSSProperties } from 'react';
import './skeleton.css';

export interface SkeletonProps {
  /** A CSS length; default the whole line. */
  width?: number | string | undefined;
  /** A CSS length; default one line of text. */
  height?: number | string | undefined;
  /** A circle, for an avatar. */
  round?: boolean | undefined;
}

/** A shimmering placeholder. Screen readers ignore it, so put one 'Loading...' beside a group of them. */
export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  const style: CSSProperties = { width, height };
  return <span className={round ? 'skeleton skeleton-round' : 'skeleton'} style={style} aria-hidden="true" />;
}
