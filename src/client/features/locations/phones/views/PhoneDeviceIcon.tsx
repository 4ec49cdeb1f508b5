import { Icon } from '#client/ui/formIcons.tsx';

/** A telephone as one holds it. Not with the other icons, which load with the map. */
export function PhoneDeviceIcon() {
  return (
    <Icon>
      <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
      <path d="M11 18.3h2" />
    </Icon>
  );
}
