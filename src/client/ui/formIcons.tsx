import type { ReactNode } from 'react';

/* The box of every icon, and those that a form can show: the sign-in page loads no others. */

/** The box that every icon is drawn in. */
export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export function EyeIcon() {
  return (
    <Icon>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </Icon>
  );
}

export function EyeOffIcon() {
  return (
    <Icon>
      <path d="M6.5 6.8C4 8.5 2.5 12 2.5 12S6 18.5 12 18.5c2 0 3.7-.7 5.1-1.6M9.6 5.8c.8-.2 1.6-.3 2.4-.3 6 0 9.5 6.5 9.5 6.5s-.7 1.3-2 2.8M10 10.1a2.8 2.8 0 0 0 3.9 3.9M4 3.5l16.5 17" />
    </Icon>
  );
}

export function OfflineIcon() {
  return (
    <Icon>
      <path d="M3.5 3.5l17 17M8.6 15.5a5 5 0 0 1 5.7-.9M5.5 12a9.5 9.5 0 0 1 4.3-2.5M2.5 8.7A14 14 0 0 1 6.9 6M14 5.3a14 14 0 0 1 7.5 3.4M15.5 10.2c1.1.4 2.1 1 3 1.8M12 19h.01" />
    </Icon>
  );
}

export function ErrorIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.2M12 16.3h.01" strokeWidth="2.2" />
    </Icon>
  );
}

export function SuccessIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.4 2.8 2.7L16 9.5" />
    </Icon>
  );
}

export function InfoIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11.3v5.2M12 7.7h.01" strokeWidth="2.2" />
    </Icon>
  );
}
