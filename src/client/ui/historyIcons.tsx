import { Icon } from './formIcons';

/** Icons for a day of the history, apart from those that every page has. */

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

export function PreviousIcon() {
  return (
    <Icon>
      <path d="m14.5 6-6 6 6 6" />
    </Icon>
  );
}
