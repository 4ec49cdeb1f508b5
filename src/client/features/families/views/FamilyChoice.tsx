import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { SelectField, TextSelect } from '#client/ui/controls.tsx';
import { selectFamilies, selectSelectedFamily } from '../selectors';
import { familySelected } from '../slice';

interface FamilyChoiceProps {
  /** Without a box, in a title. */
  isInTitle?: boolean;
}

/** Which family a page is about, where there are several. */
export function FamilyChoice({ isInTitle = false }: FamilyChoiceProps) {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  const selected = useAppSelector(selectSelectedFamily);
  if (families.length < 2) return null;
  const Choice = isInTitle ? TextSelect : SelectField;
  return (
    <Choice
      label={t('Family')}
      value={selected?.id ?? ''}
      onChange={(event) => dispatch(familySelected({ familyId: event.target.value }))}
      options={families.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
