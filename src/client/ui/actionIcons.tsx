import { Icon } from './formIcons';

/** A pin in its circle: a place that is watched. */
export function PlaceIcon() {
  return (
    <Icon>
      <path d="M12 17s5-4.3 5-8.3a5 5 0 0 0-10 0C7 12.7 12 17 12 17Z" />
      <circle cx="12" cy="8.7" r="1.6" fill="currentColor" stroke="none" />
      <path d="M7 15.6c-2.4.7-4 1.7-4 2.9C3 20.4 7 21.5 12 21.5s9-1.1 9-3c0-1.2-1.6-2.2-4-2.9" />
    </Icon>
  );
}

/** An arrow into a door. */
export function EnterIcon() {
  return (
    <Icon>
      <path d="M13.5 4H18a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4.5M4 12h10.5M10.5 8l4 4-4 4" />
    </Icon>
  );
}

/** An arrow out of a door. */
export function ExitIcon() {
  return (
    <Icon>
      <path d="M10.5 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4.5M9.5 12H20M16 8l4 4-4 4" />
    </Icon>
  );
}

export function PhoneIcon() {
  return (
    <Icon>
      <path d="M6.5 4h2.3a1 1 0 0 1 1 .8l.6 2.9a1 1 0 0 1-.3.9L8.5 10.1a12 12 0 0 0 5.4 5.4l1.5-1.6a1 1 0 0 1 .9-.3l2.900.6a1 1 0 0 1 .8 1v2.3a2 2 0 0 1-2.2 2A15.5 15.5 0 0 1 4.5 6.2 2 2 0 0 1 6.5 4Z" />
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

/** An arrow out of a tray. */
export function ShareIcon() {
  return (
    <Icon>
      <path d="M12 15V4m-4 3.7L12 3.8l4 3.9M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6" />
    </Icon>
  );
}

export function HomeIcon() {
  return (
    <Icon>
      <path d="m3.5 11.3 8.5-7.3 8.5 7.3M6 9.5V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20" />
    </Icon>
  );
}

/** A phone, standing. */
export function PhoneDeviceIcon() {
  return (
    <Icon>
      <rect x="7" y="2.8" width="10" height="18.4" rx="2.4" />
      <path d="M11 18h2" />
    </Icon>
  );
}

export function CheckInIcon() {
  return (
    <Icon>
      <path d="M5.5 21V4m0 .8c4.5-2.6 8.5 2.6 13 0v9c-4.5 2.6-8.5-2.6-13 0" />
    </Icon>
  );
}

/** A sign with an arrow that turns: the way there. */
export function DirectionsIcon() {
  return (
    <Icon>
      <path d="M12 3.2 20.8 12 12 20.8 3.2 12ZM9.5 14.5v-2A1.5 1.5 0 0 1 11 11h3.5m-2-2 2 2-2 2" />
    </Icon>
  );
}

/** Head and shoulders. */
export function PersonIcon() {
  return (
    <Icon>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.8 20c.6-4 3.5-6 7.2-6s6.6 2 7.2 6" />
    </Icon>
  );
}
