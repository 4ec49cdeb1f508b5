import { Icon } from './formIcons';

/*
 * The client's icons: 24 by 24, drawn with the text's colour, hidden from assistive technology because the control
 * around them carries the name. Their size follows `font-size` of the `.icon` box (1.5em by default).
 */

export function MenuIcon() {
  return (
    <Icon>
      <path d="M4 7h16M4 12h16M4 17h10" />
    </Icon>
  );
}

/** Cross hairs: put me in the middle. */
export function RecenterIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="6.5" />
      <circle cx="12" cy="12" r="2" fill="currentColor" stroke="none" />
      <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
    </Icon>
  );
}

/** The letters SOS, which are known everywhere. */
export function SosIcon() {
  return (
    <svg
      className="icon icon-sos"
      width="30"
      height="24"
      viewBox="0 0 30 24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M8 9.2C7.4 8.4 6.5 8 5.4 8 3.9 8 2.8 8.7 2.8 9.9c0 2.7 5.5 1.3 5.5 4.1C8.3 15.3 7.1 16 5.5 16c-1.3 0-2.4-.5-3-1.4M15 8c2.2 0 3.5 1.6 3.5 4s-1.3 4-3.5 4-3.5-1.6-3.5-4S12.8 8 15 8ZM27.2 9.2C26.6 8.4 25.7 8 24.6 8c-1.5 0-2.6.7-2.6 1.9 0 2.7 5.5 1.3 5.5 4.1 0 1.3-1.2 2-2.8 2-1.3 0-2.4-.5-3-1.4"
      />
    </svg>
  );
}

export function MapIcon() {
  return (
    <Icon>
      <path d="m9 4.5-5.3 2a1 1 0 0 0-.7.9v11.2a.7.7 0 0 0 1 .6l5-1.9 6 2.2 5.3-2a1 1 0 0 0 .7-.9V5.4a.7.7 0 0 0-1-.6l-5 1.9-6-2.2ZM9 4.5v12.8M15 6.7v12.8" />
    </Icon>
  );
}

export function ChatIcon() {
  return (
    <Icon>
      <path d="M12 4c-5 0-9 3.3-9 7.4 0 2.3 1.3 4.4 3.3 5.7l-.8 3.4 4-1.9c.8.2 1.6.3 2.5.3 5 0 9-3.3 9-7.5S17 4 12 4Z" />
      <path d="M8 11.5h.01M12 11.5h.01M16 11.5h.01" strokeWidth="2.4" />
    </Icon>
  );
}

export function AlertsIcon() {
  return (
    <Icon>
      <path d="M6 10a6 6 0 0 1 12 0c0 5.5 2 6.5 2 7H4c0-.5 2-1.5 2-7ZM10 20.2a2.3 2.3 0 0 0 4 0" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  );
}

export function BackIcon() {
  return (
    <Icon>
      <path d="M11 5.5 4.5 12l6.5 6.5M5 12h14.5" />
    </Icon>
  );
}

export function UsersIcon() {
  return (
    <Icon>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.6-3.4 3.2-5.2 6.5-5.2s5.9 1.8 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.8 3.1 2.4 3.5 4.6" />
    </Icon>
  );
}

export function CopyIcon() {
  return (
    <Icon>
      <rect x="8.5" y="8.5" width="12" height="12" rx="3" />
      <path d="M15.5 8.5v-2a3 3 0 0 0-3-3h-6a3 3 0 0 0-3 3v6a3 3 0 0 0 3 3h2" />
    </Icon>
  );
}

export function SunIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
    </Icon>
  );
}

export function MoonIcon() {
  return (
    <Icon>
      <path d="M20.5 14.2A8.7 8.7 0 0 1 9.8 3.5a8.7 8.7 0 1 0 10.7 10.7Z" />
    </Icon>
  );
}

/** Half sun, half moon: as the system does. */
export function AutoThemeIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17Z" fill="currentColor" stroke="none" />
    </Icon>
  );
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m9.5 6 6 6-6 6" />
    </Icon>
  );
}
