import './logo.css';

export interface LogoProps {
  /** Height of the mark in px; default 32. */
  size?: number | undefined;
}

/** Kinmap's mark: two people whose shoulders make a heart, and whose heart makes a map pin. */
export function Logo({ size = 32 }: LogoProps) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <g className="logo-near">
        <circle cx="20.5" cy="13.5" r="7.5" />
        <path d="M32 60C24 53 6 43.5 6 31.5 6 26 10.5 23.5 15.5 23.5h4.5c7 0 12 5 12 11.5Z" />
      </g>
      <g className="logo-far">
        <circle cx="43.5" cy="13.5" r="7.5" />
        <path d="M32 60c8-7 26-16.5 26-28.5 0-5.5-4.5-8-9.5-8H44c-7 0-12 5-12 11.5Z" />
      </g>
    </svg>
  );
}
