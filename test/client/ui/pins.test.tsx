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

it.each([
  ['with a picture', '/pictures/ivo.jpg', '2 min', 'Ivo · 2 min', 'Ivo · '],
  ['without one', null, '2 min', 'Ivo · 2 min', 'Ivo · '],
  ['without one and with a new position', null, null, 'Ivo', 'Ivo'],
])('given a member %s, then the map may show the name', (_, picture, age, tag, name) => {
  const { container } = render(
    <MemberPin id="ivo" name="Ivo" presence="fresh" picture={picture} age={age} />,
  );
  expect(container.querySelector('.member-pin-tag')?.textContent).toBe(tag);
  expect(container.querySelector('.member-pin-name')?.textContent).toBe(name);
});

it('given a place of a kind, then its label has the icon before the name', () => {
  const { container } = render(<FenceLabel name="School" icon={<svg />} />);
  const label = container.querySelector('.fence-label');
  expect(label?.firstElementChild?.tagName).toBe('svg');
  expect(label?.textContent).toBe('School');
});
