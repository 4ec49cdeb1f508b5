import type { ReactNode } from 'react';
import { Icon } from '#client/ui/formIcons.tsx';
import type { TripMode } from '#shared/trips';

const PATHS: Readonly<Record<TripMode, ReactNode>> = {
  walk: (
    <path d="M13 5.2a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8ZM9 21l2.2-6.2M15.5 21l-2-4.5-2.3-2.2 1-6-3.2 1.7-.8 3M12.2 8.3l1.8 2.7 3 .8" />
  ),
  run: (
    <path d="M14.5 5.2a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8ZM5 18.5l3.5-.8 2.3-3.5M15 21.5l-.5-4.5-3.7-2.8 2-5.7-3.8.5-2 3M12.8 8.5l2 2.8h3.2" />
  ),
  cycle: (
    <path d="M6 19.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM18 19.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM6 16l3.5-6.5h5.5L18 16M12 16l-3-6.5M13.5 5.5h2L18 16M12 16l3-6.5" />
  ),
  drive: (
    <path d="M4 16.5v-4l2-5.5a1.5 1.5 0 0 1 1.4-1h9.2a1.5 1.5 0 0 1 1.4 1l2 5.5v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1ZM4.5 12h15M6 17.5V19M18 17.5V19M7.5 14.7h.01M16.5 14.7h.01" />
  ),
  fly: (
    <path d="m3.5 14 6.5-1.5V7a2 2 0 0 1 4 0v5.5l6.5 1.5v2.5L14 15v3.5l2 1.5v1.5l-4-1-4 1V20l2-1.5V15l-6.5 1.5Z" />
  ),
};

/** How a member moved on a trip. */
export function ModeIcon({ mode }: { mode: TripMode }) {
  return <Icon>{PATHS[mode]}</Icon>;
}

/** A pin, for where a member stayed. */
export function StayIcon() {
  return (
    <Icon>
      <path d="M12 20.5s6.5-5.7 6.5-10.9a6.5 6.5 0 0 0-13 0c0 5.2 6.5 10.9 6.5 10.9Z" />
      <circle cx="12" cy="9.6" r="2.2" />
    </Icon>
  );
}
