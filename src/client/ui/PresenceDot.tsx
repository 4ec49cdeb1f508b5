import './presence-dot.css';

export type Presence = 'fresh' | 'stale';

export interface PresenceDotProps {
  presence: Presence;
}

/** Green for a position of the last 10 minutes, yellow for an older one; a full and a hollow dot, and words. */
export function PresenceDot({ presence }: PresenceDotProps) {
  const words = presence === 'fresh' ? 'Seen in the last 10 minutes' : 'Not seen for 10 minutes';
  return (
    <span
      className={`presence presence-${presence}`}
      role="img"
      aria-label={words}
      data-presence={presence}
    />
  );
}
