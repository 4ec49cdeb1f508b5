import { t } from '#client/i18n/text';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import type { Family } from '#client/features/families/slice';
import { InviteCard } from '#client/features/families/views/InviteCard.tsx';
import { LeaveFamily } from '#client/features/families/views/LeaveFamily.tsx';
import { NoFamily } from '#client/features/families/views/NoFamily.tsx';
import { FencesSwitch } from '#client/features/geofences/views/FencesSwitch.tsx';
import { type MemberPresence, selectPresencesByName } from '#client/features/locations/presence';
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
          <JoinedLater />
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

/** Why someone who has just joined sees no one: the others' positions of before are not theirs to see. */
function JoinedLater() {
  const isOf = ({ member, age }: MemberPresence) => age === null && member.joinedEarlier === true;
  if (!useAppSelector(selectPresencesByName).some(isOf)) return null;
  return <p className="panel-hint">{t('You see the others from their next position on.')}</p>;
}
