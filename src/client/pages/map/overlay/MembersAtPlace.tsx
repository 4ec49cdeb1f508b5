import { t } from '#client/i18n/text';
import { Button } from '#client/ui/Button.tsx';
import type { colorsFor } from '#client/ui/colors';
import { Dialog } from '#client/ui/overlays.tsx';
import { PersonList, PersonRow } from '#client/ui/people.tsx';
import { lastUpdated } from '#client/features/locations/messages';
import type { MemberPresence } from '#client/features/locations/presence';
import { WhereaboutsLine } from '#client/features/locations/whereabouts/views/WhereaboutsLine.tsx';
import './members-at-place.css';

interface MembersAtPlaceProps {
  /** Closed when there are none. */
  presences: readonly MemberPresence[];
  colors: ReturnType<typeof colorsFor>;
  onSelect: (userId: string) => void;
  onClose: () => void;
}

/** The list of the members that one marker represents; a press selects one. */
export function MembersAtPlace({ presences, colors, onSelect, onClose }: MembersAtPlaceProps) {
  return (
    <Dialog
      open={presences.length > 0}
      title={t('{count} people close together', { count: presences.length })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className="members-at-place">
        <PersonList label={t('People at this place')}>
          {presences.map(({ member, presence, age }) => (
            <PersonRow
              key={member.id}
              id={member.id}
              name={member.name}
              picture={member.profileImage}
              color={colors[member.id]}
              presence={presence}
              line={<WhereaboutsLine userId={member.id} fallback={lastUpdated(age)} />}
              renderLink={(props) => <button type="button" {...props} onClick={() => onSelect(member.id)} />}
            />
          ))}
        </PersonList>
      </div>
    </Dialog>
  );
}
