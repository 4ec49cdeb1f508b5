import { Icon } from '#client/ui/formIcons.tsx';

export function PlayIcon() {
  return (
    <Icon>
      <path d="M7 4.5v15l12.5-7.5L7 4.5Z" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon>
      <path d="M8 5v14M16 5v14" />
    </Icon>
  );
}

export function StepBackIcon() {
  return (
    <Icon>
      <path d="M18 5v14l-9.5-7L18 5ZM6 5v14" />
    </Icon>
  );
}

export function StepForwardIcon() {
  return (
    <Icon>
      <path d="M6 5v14l9.5-7L6 5ZM18 5v14" />
    </Icon>
  );
}
