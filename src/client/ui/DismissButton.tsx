import { CloseIcon } from './icons';
import { useFocusKept } from './PageTitle';
import { IconButton } from './RoundButton';

/** Takes away what it stands in. The focus, which would be lost with it, goes to the page's title. */
export function DismissButton({ onClick, className }: { onClick: () => void; className?: string }) {
  useFocusKept();
  return (
    <IconButton
      label="Dismiss"
      icon={<CloseIcon />}
      onClick={onClick}
      {...(className === undefined ? {} : { className })}
    />
  );
}
