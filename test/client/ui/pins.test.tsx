import { render } from '@testing-library/react';
import { MemberPin } from '#client/ui/MemberPin.tsx';
import { FenceLabel } from '#client/ui/placePins.tsx';

const tagOf = (name: string) =>
  render(<MemberPin id="ivo" name={name} presence="fresh" selected />).container.querySelector(
    '.member-pin-tag',
  )?.textContent;

it.each([
  ['Grandpa Ivo', 'Grandpa Ivo'],
  ['Maximiliana von Hohenstein', 'Maximiliana'],
  ['Wolfeschlegelsteinhausenbergerdorff Ivo', 'Wolfeschlegelst…'],
])('given %s is selected, then the map names %s', (name, tag) => {
  expect(tagOf(name)).toBe(tag);
});

it('given a place of a kind, then its label has the icon before the name', () => {
  const { container } = render(<FenceLabel name="School" icon={<svg />} />);
  const label = container.querySelector('.fence-label');
  expect(label?.firstElementChild?.tagName).toBe('svg');
  expect(label?.textContent).toBe('School');
});
