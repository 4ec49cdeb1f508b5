import { formatList } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { useAppSelector } from '#client/store/hooks';
import { Avatar } from '#client/ui/people.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import type { Member } from '#contract/families';
import { selectMembersAt } from '../presence';

/** The members who are at a place now; nothing where the server does not say, or none is. */
export function WhoIsThere({ geofenceId }: { geofenceId: string }) {
  const members = useAppSelector((state) => selectMembersAt(state, geofenceId));
  if (members.length === 0) return null;
  const names = formatList(members.map(({ name }) => name));
  return (
    <div className="geofence-people">
      <span className="geofence-avatars">
        {members.map((member) => (
          <SmallAvatar key={member.id} member={member} />
        ))}
      </span>
      <span>{t('Here now: {names}', { names })}</span>
    </div>
  );
}

function SmallAvatar({ member: { id, name, profileImage } }: { member: Member }) {
  const color = useAppSelector((state) => selectPersonColor(state, id));
  return <Avatar id={id} name={name} picture={profileImage} size={24} color={color} />;
}
