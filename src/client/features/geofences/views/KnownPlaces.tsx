import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { RecenterIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { selectPresencesByName } from '#client/features/locations/presence';
import { positionProblem } from '#client/features/locations/messages';
import { selectLocating } from '../selectors';
import { ownPlaceRequested, placePicked } from '../slice';

/** Positions that need no search: the user's own and those of other members. */
export function KnownPlaces() {
  const dispatch = useAppDispatch();
  const { status, problem } = useAppSelector(selectLocating);
  return (
    <>
      <div className="known-places">
        <Button
          icon={<RecenterIcon />}
          busy={status === 'locating'}
          onClick={() => dispatch(ownPlaceRequested())}
        >
          {t('Use my location')}
        </Button>
        <MemberChoice />
      </div>
      {problem ? <Notice kind="error">{positionProblem(problem)}</Notice> : null}
    </>
  );
}

function MemberChoice() {
  const dispatch = useAppDispatch();
  const others = useAppSelector(selectPresencesByName).filter(({ isMe, position }) => position && !isMe);
  if (others.length === 0) return null;

  function choose(userId: string) {
    const position = others.find(({ member }) => member.id === userId)?.position;
    if (position) dispatch(placePicked({ latitude: position.latitude, longitude: position.longitude }));
  }

  return (
    <SelectField
      label={t("Use this member's location")}
      value=""
      onChange={(event) => choose(event.target.value)}
      options={[
        { value: '', label: t('Choose a member') },
        ...others.map(({ member }) => ({ value: member.id, label: member.name })),
      ]}
    />
  );
}
