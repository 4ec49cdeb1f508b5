import { t } from '#client/i18n/text';
import { useNavigation } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import type { Family } from '#client/features/families/slice';
import { InviteCard } from '#client/features/families/views/InviteCard.tsx';
import { LeaveFamily } from '#client/features/families/views/LeaveFamily.tsx';
import { NoFamily } from '#client/features/families/views/NoFamily.tsx';
import { FencesSwitch } from '#client/features/geofences/views/FencesSwitch.tsx';
import { AccountCorner } from '#client/features/session/views/AccountCorner.tsx';
import '../../features/families/views/families.css';

export interface PanelFootProps {
  /** The selected family; null without one. */
  family: Family | null;
  /** The families are known. */
  isLoaded: boolean;
}

/** Below the members: the places on the map, the chat, the invitation, leaving, help, and the account. */
export function PanelFoot({ family, isLoaded }: PanelFootProps) {
  const { Link } = useNavigation();
  return (
    <>
      {family ? (
        <>
          <FencesSwitch />
          <Link className={buttonClass('primary', true)} to="/chat">
            <ChatIcon />
            {t('Open Family Chat')}
          </Link>
          <InviteCard key={family.id} family={family} />
          <Link className={buttonClass('quiet', true)} to="/family">
            {t('Manage family')}
          </Link>
          <LeaveFamily key={`leave ${family.id}`} family={family} />
        </>
      ) : isLoaded ? (
        <NoFamily />
      ) : null}
      <Link className={buttonClass('quiet', true)} to="/help">
        {t('Help')}
      </Link>
      <AccountCorner />
    </>
  );
}
