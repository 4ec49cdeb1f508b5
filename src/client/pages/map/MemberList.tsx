import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { RecenterIcon } from '#client/ui/icons.tsx';
import { PersonList, PersonRow } from '#client/ui/people.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { selectMemberColors, selectPanel } from '#client/features/families/selectors';
import { lastUpdated } from '#client/features/locations/messages';
import { selectPresencesByName } from '#client/features/locations/presence';
import { memberSelected } from '#client/features/locations/slice';
import { selectPresences } from '#client/features/locations/whereabouts/selectors';
import { JoinedLater, MemberSearch } from './lazyParts';
import { MapPart } from './MapPart';

/** From so many members on, a name or a place is found faster by typing than by scrolling. */
const MIN_TO_SEARCH = 10;

/** A text without capitals and accents, so that 'andre' finds André. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The members of the selected family, with the presence that the map also shows. */
export function MemberList() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const colors = useAppSelector(selectMemberColors);
  const sorted = useAppSelector(selectPresencesByName);
  const canSearch = sorted.length >= MIN_TO_SEARCH;
  const wanted = useAppSelector((state) => (canSearch ? plain(selectPanel(state).search.trim()) : ''));
  const whereabouts = useAppSelector(selectPresences);
  const found = sorted.filter(({ member: { id, name } }) =>
    [name, whereabouts[id]?.place?.name ?? ''].some((text) => plain(text).includes(wanted)),
  );
  return (
    <>
      {canSearch ? <MemberSearch found={found} /> : null}
      <JoinedLater found={found} isAbove />
      <PersonList label={t('Members')}>
        {found.map(({ member, isMe, presence, position, age }) => (
          <PersonRow
            key={member.id}
            id={member.id}
            name={member.name}
            note={isMe ? t('(you)') : undefined}
            picture={member.profileImage}
            color={colors[member.id]}
            presence={presence}
            meta={<MapPart part="distance" userId={member.id} isMe={isMe} />}
            line={<MapPart part="row" userId={member.id} isMe={isMe} fallback={lastUpdated(age)} />}
            renderLink={(props) => <Link to={`/profile/${member.id}`} {...props} />}
            action={
              position && (
                <IconButton
                  label={t('Show {name} on the map', { name: member.name })}
                  icon={<RecenterIcon />}
                  onClick={() => dispatch(memberSelected({ userId: member.id }))}
                />
              )
            }
          />
        ))}
      </PersonList>
      <JoinedLater found={found} isAbove={false} />
    </>
  );
}
