import { Icon } from './formIcons';

/** A square cap with its tassel. */
export function SchoolIcon() {
  return (
    <Icon>
      <path d="m2.8 9.5 9.2-4.3 9.2 4.3-9.2 4.300ZM6.5 11.400v4.800c1.5 1.4 3.3 2.1 5.5 2.100s4-.7 5.5-2.100v-4.800M21.2 9.500v5" />
    </Icon>
  );
}

/** A briefcase. */
export function WorkIcon() {
  return (
    <Icon>
      <rect x="3.5" y="8" width="17" height="11.5" rx="2" />
      <path d="M9 8V6.200A1.7 1.7 0 0 1 10.7 4.500h2.600A1.7 1.7 0 0 1 15 6.200V8M3.5 13h17M12 12v2" />
    </Icon>
  );
}

/** A ball. */
export function SportIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.500c-2.3 2.3-3.5 5.2-3.5 8.500s1.2 6.2 3.5 8.500M3.8 9.800C7 11.5 10 12 13 11.300s5.5-2.2 7.2-4.600M5 17c4-.8 8-.3 12.5 1.5" />
    </Icon>
  );
}

/** A house with a heart. */
export function GrandparentsIcon() {
  return (
    <Icon>
      <path d="m3.5 11.3 8.5-7.3 8.5 7.300M6 9.500V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9.5" />
      <path d="M12 17s-3-1.9-3-4a1.6 1.6 0 0 1 3-.8 1.6 1.6 0 0 1 3 .8c0 2.1-3 4-3 4Z" />
    </Icon>
  );
}
