import { Icon } from './formIcons';

/** What one does with a day: play it, save it, look back. */

export function PlayIcon() {
  return (
    <Icon>
      <path d="M8 5.5v13l11-6.5Z" fill="currentColor" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon>
      <path d="M8.5 5.5v13M15.5 5.5v13" strokeWidth="3" />
    </Icon>
  );
}

export function SaveIcon() {
  return (
    <Icon>
      <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />
    </Icon>
  );
}

export function HistoryIcon() {
  return (
    <Icon>
      <path d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.3l3 1.8" />
    </Icon>
  );
}

export function PreviousIcon() {
  return (
    <Icon>
      <path d="m14.5 6-6 6 6 6" />
    </Icon>
  );
}
