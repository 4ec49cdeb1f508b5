import { Icon } from './formIcons';

/** A paper plane. Apart from the other icons, because only the chat needs it. */
export function SendIcon() {
  return (
    <Icon>
      <path d="M4.2 4.6 20.5 12 4.2 19.4l1.9-6.2L13 12l-6.9-1.2-1.9-6.2Z" />
    </Icon>
  );
}
