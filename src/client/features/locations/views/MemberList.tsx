import { useAppDispatch, useAppSelector, useNavigation } from '../../../app/hooks';
import { colorsFor } from '../../../ui/colors';
import { RecenterIcon } from '../../../ui/icons';
import { PersonList, PersonRow } from '../../../ui/PersonRow';
import { IconButton } from '../../../ui/RoundButton';
import { panelClosed } from '../../families/slice';
import { selectMemberPresences } from '../presence';
import { memberChosen } from '../slice';

/** The members of the selected family: what the map shows, in words. */
export function MemberList() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const presences = useAppSelector(selectMemberPresences);
  const colors = colorsFor(presences.map(({ member }) => member.id));

  function showOnMap(userId: string) {
    dispatch(memberChosen({ userId }));
    dispatch(panelClosed());
  }

  return (
    <PersonList label="Members">
      {presences.map(({ member, isMe, presence, position, locationText }) => (
        <PersonRow
          key={member.id}
          id={member.id}
          name={member.name}
          note={isMe ? '(you)' : undefined}
          picture={member.profileImage}
          color={colors[member.id]}
          presence={presence}
          line={locationText}
          renderLink={(props) => <Link to={`/profile/${member.id}`} {...props} />}
          action={
            position && (
              <IconButton
                label={`Show ${member.name} on the map`}
                icon={<RecenterIcon />}
                onClick={() => showOnMap(member.id)}
              />
            )
          }
        />
      ))}
    </PersonList>
  );
}
