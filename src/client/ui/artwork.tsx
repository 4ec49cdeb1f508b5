import './artwork.css';

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

/** A quiet drawn town behind the sign-in pages: a river, parks, streets. Decorative. */
export function MapBackdrop() {
  return (
    <svg
      className="map-backdrop"
      viewBox="0 0 1200 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g className="map-backdrop-park">
        <path d="M-20 120c90-60 210-50 260 20s10 150-80 170-170-10-200-60Z" />
        <path d="M860 560c80-50 220-30 260 60s-30 170-130 180-190-30-200-110 20-100 70-130Z" />
        <path d="M560-40h220l40 110c-60 50-170 60-230 20Z" />
      </g>
      <path
        className="map-backdrop-water"
        d="M-40 720c170-30 230-150 380-170s250 90 400 40 180-220 330-270 190-30 220-40"
      />
      <g className="map-backdrop-road">
        <path d="M-40 420C200 400 330 330 520 340s320 90 720 30M250-40c10 200 60 330 20 520s-40 300-10 460M720-40c-30 180 20 300 0 480s-90 300-60 500M980-40c-10 150 60 260 40 420s-60 330-10 560" />
      </g>
      <g className="map-backdrop-lane">
        <path d="M-40 240c150 20 260-20 400 0s240 70 420 40 300-110 480-90M-40 600c120-20 200 10 330-20M480 660c160 30 300-20 420 20s200 60 360 20M100-40c-10 160 30 260 10 440M470-40c20 180-20 260 10 400s-20 340 10 580M860-40c-10 140 20 220 0 380M330 340c60 60 90 150 80 230M600 350c-10 90 30 160 10 240" />
      </g>
    </svg>
  );
}
