import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

export interface QrCodeProps {
  /** What a phone's camera reads. */
  text: string;
  /** What the code is for. */
  label: string;
}

/** A QR code, black on white in every scheme: many readers know nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
